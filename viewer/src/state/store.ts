// The state of the page. What watches it is called once a frame, however often something changed.

type Listener = () => void;

export class Store<S extends object> {
  private readonly listeners = new Map<keyof S, Set<Listener>>();
  private readonly changed = new Set<Listener>();
  private asked = false;

  constructor(private readonly values: S) {}

  get<K extends keyof S>(name: K): S[K] {
    return this.values[name];
  }

  /** Everything, as it is now. */
  all(): S {
    return { ...this.values };
  }

  set<K extends keyof S>(name: K, value: S[K]): void {
    if (Object.is(this.values[name], value)) return;
    this.values[name] = value;
    for (const listener of this.listeners.get(name) ?? []) this.changed.add(listener);
    if (this.asked || !this.changed.size) return;
    this.asked = true;
    requestAnimationFrame(() => this.flush());
  }

  toggle(name: { [K in keyof S]: S[K] extends boolean ? K : never }[keyof S]): void {
    this.set(name, !this.values[name] as S[typeof name]);
  }

  /** Calls back now, and in the next frame after any of these changed; returns what ends it. */
  watch(names: (keyof S)[], listener: Listener): () => void {
    const own = () => listener();
    for (const name of names) {
      if (!this.listeners.has(name)) this.listeners.set(name, new Set());
      this.listeners.get(name)!.add(own);
    }
    listener();
    return () => {
      for (const name of names) this.listeners.get(name)!.delete(own);
      this.changed.delete(own);
    };
  }

  /** Calls those whose time has come now: for what cannot wait for the next frame. */
  flush(): void {
    this.asked = false;
    // What a listener sets is told in the same round, so that one frame shows one state.
    for (const listener of this.changed) {
      this.changed.delete(listener);
      listener();
    }
  }
}
