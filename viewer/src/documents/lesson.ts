// A figure is put together when it comes near the window, and taken apart when it is far away: browsers draw few at once.
const pieces = JSON.parse(document.getElementById("pieces")!.textContent!) as Record<string, string>;
const watch = new IntersectionObserver(
  (entries) => {
    for (const { target, isIntersecting } of entries) {
      const frame = target as HTMLIFrameElement;
      if (!isIntersecting) frame.removeAttribute("srcdoc");
      else if (!frame.hasAttribute("srcdoc"))
        frame.srcdoc = frame.dataset
          .pieces!.split(" ")
          .map((key) => pieces[key])
          .join("");
    }
  },
  { rootMargin: "400px" },
);
for (const frame of document.querySelectorAll("iframe[data-pieces]")) watch.observe(frame);

export {};
