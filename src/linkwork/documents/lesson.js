// A figure is put together when it comes near the window, and taken apart when it is far away: browsers draw few at once.
const pieces = JSON.parse(document.getElementById("pieces").textContent);
const watch = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) target.removeAttribute("srcdoc");
      else if (!target.hasAttribute("srcdoc")) {
        target.srcdoc = target.dataset.pieces.split(" ").map((key) => pieces[key]).join("");
      }
    }
  },
  { rootMargin: "400px" },
);
for (const frame of document.querySelectorAll("iframe[data-pieces]")) watch.observe(frame);
