// The state of the page, and who wants to know when a part of it changes.

export class Store {
  constructor(values) {
    this.values = values;
    this.listeners = new Map();
  }

  get(name) { return this.values[name]; }

  set(name, value) {
    if (Object.is(this.values[name], value)) return;
    this.values[name] = value;
    for (const listener of this.listeners.get(name) ?? []) listener(value);
  }

  toggle(name) { this.set(name, !this.values[name]); }

  /** Calls back now and on every change of any of these. */
  watch(names, listener) {
    for (const name of names) {
      if (!this.listeners.has(name)) this.listeners.set(name, []);
      this.listeners.get(name).push(() => listener());
    }
    listener();
  }
}
