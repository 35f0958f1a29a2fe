// Encoded pictures as a WebM file: elements of EBML, each its name, its length and its content.
import { Bytes } from "./bytes";

/** An encoded picture: when it is shown, in milliseconds, and whether it can be decoded without those before it. */
export interface EncodedPicture {
  at: number;
  isKey: boolean;
  content: Uint8Array;
}

const SIZE_BYTES = 8; // of every length: more than it needs, and the same for all

/** A file; `codec` is "V_VP8" or "V_VP9", `duration` in milliseconds. The first picture is a key. */
export function webm(
  codec: string,
  width: number,
  height: number,
  duration: number,
  pictures: readonly EncodedPicture[],
): Uint8Array<ArrayBuffer> {
  const head = element(
    [0x1a, 0x45, 0xdf, 0xa3],
    element([0x42, 0x86], whole(1)),
    element([0x42, 0xf7], whole(1)),
    element([0x42, 0xf2], whole(4)),
    element([0x42, 0xf3], whole(8)),
    element([0x42, 0x82], letters("webm")),
    element([0x42, 0x87], whole(4)),
    element([0x42, 0x85], whole(2)),
  );
  const info = element(
    [0x15, 0x49, 0xa9, 0x66],
    element([0x2a, 0xd7, 0xb1], whole(1_000_000)), // nanoseconds of a tick
    element([0x44, 0x89], real(duration)),
    element([0x4d, 0x80], letters("linkwork")),
    element([0x57, 0x41], letters("linkwork")),
  );
  const video = element([0xe0], element([0xb0], whole(width)), element([0xba], whole(height)));
  const track = element(
    [0xae],
    element([0xd7], whole(1)),
    element([0x73, 0xc5], whole(1)),
    element([0x83], whole(1)),
    element([0x86], letters(codec)),
    video,
  );
  const tracks = element([0x16, 0x54, 0xae, 0x6b], track);
  const clusters = groups(pictures).map((group) =>
    element([0x1f, 0x43, 0xb6, 0x75], element([0xe7], whole(group[0].at)), ...group.map((one) => block(one, group[0].at))),
  );
  return joined(head, element([0x18, 0x53, 0x80, 0x67], info, tracks, ...clusters));
}

/** Pictures from one key to the next: a reader may begin at any of them. */
function groups(pictures: readonly EncodedPicture[]): EncodedPicture[][] {
  const found: EncodedPicture[][] = [];
  for (const one of pictures) {
    if (one.isKey || !found.length) found.push([]);
    found[found.length - 1].push(one);
  }
  return found;
}

function block({ at, isKey, content }: EncodedPicture, from: number): Uint8Array {
  const later = at - from;
  return element([0xa3], Uint8Array.of(0x81, later >> 8, later & 255, isKey ? 0x80 : 0), content);
}

function element(name: readonly number[], ...parts: readonly Uint8Array[]): Uint8Array {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const size = new Uint8Array(SIZE_BYTES);
  new DataView(size.buffer).setBigUint64(0, BigInt(length));
  size[0] = 1; // so many bytes
  return joined(Uint8Array.from(name), size, ...parts);
}

function whole(value: number): Uint8Array {
  const found = new Uint8Array(8);
  new DataView(found.buffer).setBigUint64(0, BigInt(Math.round(value)));
  return found;
}

function real(value: number): Uint8Array {
  const found = new Uint8Array(8);
  new DataView(found.buffer).setFloat64(0, value);
  return found;
}

const letters = (text: string): Uint8Array => new TextEncoder().encode(text);

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Bytes();
  for (const part of parts) out.bytes(part);
  return out.all();
}
