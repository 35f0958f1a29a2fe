// A panel of sliders: `values` is shared with Python, which answers each change with a scene or a sentence.
interface Control {
  name: string;
  low: number;
  high: number;
  step: number;
  unit: string;
}
interface Shared {
  values: Record<string, number>;
  scene: string;
  page_parts: string[];
  message: string;
  controls: Control[];
  answered: number;
}
type Change = Record<string, number>;

/** What anywidget gives: the traits of the widget in Python. */
interface Model {
  get<K extends keyof Shared>(name: K): Shared[K];
  set<K extends keyof Shared>(name: K, value: Shared[K]): void;
  on(event: `change:${keyof Shared}`, listener: () => void): void;
  save_changes(): void;
}

function row(control: Control, model: Model, moved: (name: string, value: number) => void): HTMLElement {
  const label = document.createElement("label");
  label.style.cssText = "display:grid;grid-template-columns:minmax(7em,14em) 1fr 8em;gap:0.8em;align-items:center";
  const name = document.createElement("span");
  name.textContent = control.name;
  const slider = document.createElement("input");
  Object.assign(slider, { type: "range", min: String(control.low), max: String(control.high), step: String(control.step) });
  slider.setAttribute("aria-label", control.name);
  const number = document.createElement("output");
  label.append(name, slider, number);
  const show = () => {
    const value = model.get("values")[control.name];
    slider.value = String(value);
    number.textContent = `${Number(value.toPrecision(5))} ${control.unit}`;
  };
  slider.addEventListener("input", () => {
    number.textContent = `${Number(slider.valueAsNumber.toPrecision(5))} ${control.unit}`;
    moved(control.name, slider.valueAsNumber);
  });
  model.on("change:values", show);
  show();
  return label;
}

// The next page is drawn behind the one that is seen, and takes its place when it is ready.
function draw(model: Model, stage: HTMLElement): void {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts allow-downloads");
  frame.title = "The mechanism in the viewer";
  frame.style.cssText = "position:absolute;inset:0;width:100%;height:100%;border:0;visibility:hidden";
  frame.srcdoc = model.get("page_parts").join(model.get("scene"));
  frame.addEventListener("load", () => {
    frame.style.visibility = "visible";
    while (stage.firstChild && stage.firstChild !== frame) stage.firstChild.remove();
  });
  stage.append(frame);
}

function render({ model, el }: { model: Model; el: HTMLElement }): void {
  let sent = false;
  let waiting: Change | null = null;
  // One change is on its way at a time; of those that come meanwhile the last is sent.
  const send = (change: Change) => {
    sent = true;
    model.set("values", { ...model.get("values"), ...change });
    model.save_changes();
  };
  const moved = (name: string, value: number) => {
    if (sent) waiting = { ...waiting, [name]: value };
    else send({ [name]: value });
  };
  model.on("change:answered", () => {
    sent = false;
    if (waiting === null) return;
    const change = waiting;
    waiting = null;
    send(change);
  });
  const message = document.createElement("p");
  message.setAttribute("role", "status");
  message.style.cssText = "margin:0.3em 0;color:#b3261e;min-height:1.2em";
  const say = () => {
    message.textContent = model.get("message");
  };
  const stage = document.createElement("div");
  stage.style.cssText = "position:relative;height:480px;border:1px solid #8a9ba8;border-radius:4px;overflow:hidden";
  el.append(...model.get("controls").map((control) => row(control, model, moved)), message, stage);
  model.on("change:message", say);
  model.on("change:scene", () => draw(model, stage));
  say();
  draw(model, stage);
}

export default { render };
