// A file as it grows.

export class Bytes {
  private room = new Uint8Array(1 << 16);
  private used = 0;

  byte(...values: number[]): void {
    this.grow(values.length);
    this.room.set(values, this.used);
    this.used += values.length;
  }

  private grow(more: number): void {
    if (this.used + more <= this.room.length) return;
    const larger = new Uint8Array(2 * this.room.length + more);
    larger.set(this.room);
    this.room = larger;
  }

  short(...values: number[]): void {
    for (const value of values) this.byte(value & 255, value >> 8);
  }

  text(letters: string): void {
    this.byte(...Array.from(letters, (letter) => letter.charCodeAt(0)));
  }

  bytes(content: Uint8Array): void {
    this.grow(content.length);
    this.room.set(content, this.used);
    this.used += content.length;
  }

  all(): Uint8Array<ArrayBuffer> {
    return this.room.slice(0, this.used);
  }
}
