// Keys of a living page that change numbers of the model while they are pressed, each with a button in the picture.
import { keepsKey, keyOf } from "../keys";
import type { LiveSource } from "../source/live";
import type { PageStore } from "../state/page";
import { el, number } from "./dom";

const SIGNS: Record<string, string> = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", Enter: "⏎", Shift: "⇧" };

/** The buttons, from left to right; null where the page has no such keys. */
export function makePedals(source: LiveSource, store: PageStore): HTMLElement | null {
  const { keys } = source.program;
  if (!keys.length) return null;
  const pressed = new Set<number>();
  const press = (k: number, down: boolean) => {
    if (pressed.has(k) === down) return;
    if (down) pressed.add(k);
    else pressed.delete(k);
    buttons[k].setAttribute("aria-pressed", String(down));
    store.set("mode", -1);
    source.press(store.get("t"), k, down);
    store.set("playing", true);
  };
  const buttons = keys.map(({ key, name, pressed: value, unit }, k) =>
    el(
      "button",
      {
        class: "pedal",
        "aria-label": `Press ${key}: ${name}`,
        title: `${name} = ${number(value)} ${unit} while pressed (${SIGNS[key] ?? key.toUpperCase()})`,
        onpointerdown: (event: PointerEvent) => {
          event.preventDefault();
          (event.target as Element).setPointerCapture(event.pointerId);
          press(k, true);
        },
        onpointerup: () => press(k, false),
        onpointercancel: () => press(k, false),
      },
      SIGNS[key] ?? key.toUpperCase(),
    ),
  );
  const byKey = (down: boolean) => (event: KeyboardEvent) => {
    const k = keys.findIndex(({ key }) => keyOf(event) === (key.length === 1 ? key.toLowerCase() : key));
    if (k < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    // A slider that the pointer has moved has the focus, but does not want the key.
    const isSlider = event.target instanceof Element && event.target.matches("input[type=range]:not(:focus-visible)");
    if (down && keepsKey(event) && !isSlider) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    press(k, down);
  };
  window.addEventListener("keydown", byKey(true), { capture: true });
  window.addEventListener("keyup", byKey(false), { capture: true });
  window.addEventListener("blur", () => keys.forEach((_, k) => press(k, false)));
  return el("div", { class: "pedals", role: "group", "aria-label": "Keys that act on the model" }, ...buttons);
}
