// Encoded pictures as an MP4 file: boxes, each its length, its name and its content.
import { Bytes } from "./bytes";

/** An encoded picture: when it is shown, in microseconds, and whether it can be decoded without those before it. */
export interface EncodedPicture {
  at: number;
  isKey: boolean;
  content: Uint8Array;
}

/** A codec as files call it, with the box that its decoder begins with. */
export interface Codec {
  entry: "avc1" | "vp09";
  configuration: Uint8Array;
}

const SECOND = 1_000_000; // ticks: times are microseconds
const MATRIX = words(0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000); // no rotation
const SELF_CONTAINED = 1;
const VISIBLE = 3; // enabled, and part of the presentation

/** A file; `duration` in microseconds. Pictures come in the order in which they are shown, and the first is a key. */
export function mp4(
  codec: Codec,
  width: number,
  height: number,
  duration: number,
  pictures: readonly EncodedPicture[],
): Uint8Array<ArrayBuffer> {
  const head = box("ftyp", letters("isom"), words(512), letters("isomiso2mp41"), letters(codec.entry === "avc1" ? "avc1" : "vp09"));
  const shape = sampleEntry(codec, width, height);
  const movie = (start: number) => movieBox(width, height, duration, shape, pictures, start);
  const start = head.length + movie(0).length + 8; // of the first picture: the length of the movie does not depend on it
  return joined(head, movie(start), box("mdat", ...pictures.map(({ content }) => content)));
}

function movieBox(
  width: number,
  height: number,
  duration: number,
  entry: Uint8Array,
  pictures: readonly EncodedPicture[],
  start: number,
): Uint8Array {
  const table = box(
    "stbl",
    full("stsd", 0, words(1), entry),
    full("stts", 0, durations(pictures, duration)),
    full("stss", 0, counted(pictures.flatMap(({ isKey }, k) => (isKey ? [k + 1] : [])))),
    full("stsc", 0, words(1, 1, pictures.length, 1)), // one chunk with all of them
    full("stsz", 0, words(0), counted(pictures.map(({ content }) => content.length))),
    full("stco", 0, words(1, start)),
  );
  const info = box("minf", full("vmhd", 1, words(0, 0)), box("dinf", full("dref", 0, words(1), full("url ", SELF_CONTAINED))), table);
  const media = box(
    "mdia",
    full("mdhd", 0, words(0, 0, SECOND, duration), shorts(0x55c4, 0)), // no language
    full("hdlr", 0, words(0), letters("vide"), words(0, 0, 0), letters("linkwork\0")),
    info,
  );
  const size = words(width << 16, height << 16);
  const track = box("trak", full("tkhd", VISIBLE, words(0, 0, 1, 0, duration, 0, 0, 0, 0), MATRIX, size), media);
  const rate = words(0x10000, 0x1000000); // normal speed, full volume
  return box("moov", full("mvhd", 0, words(0, 0, SECOND, duration), rate, words(0, 0), MATRIX, words(0, 0, 0, 0, 0, 0), words(2)), track);
}

/** How long each picture is shown: how many alike, and how long, as often as it changes. */
function durations(pictures: readonly EncodedPicture[], duration: number): Uint8Array {
  const runs: [number, number][] = [];
  pictures.forEach(({ at }, k) => {
    const lasts = (pictures[k + 1]?.at ?? duration) - at;
    const last = runs.at(-1);
    if (last?.[1] === lasts) last[0] += 1;
    else runs.push([1, lasts]);
  });
  return words(runs.length, ...runs.flat());
}

function sampleEntry({ entry, configuration }: Codec, width: number, height: number): Uint8Array {
  const resolution = 72 << 16; // pixels an inch, as all files say
  return box(
    entry,
    words(0),
    shorts(0, 1, 0, 0, 0, 0, 0, 0, 0, 0), // its data are in this file, then reserved
    shorts(width, height),
    words(resolution, resolution, 0),
    shorts(1), // picture of a sample
    new Uint8Array(32), // no name of the encoder
    shorts(24, 0xffff), // bits, and no table of colours
    configuration,
  );
}

/** What a decoder of H.264 begins with, from its encoder. */
export const h264 = (description: Uint8Array): Codec => ({ entry: "avc1", configuration: box("avcC", description) });

/** The same for VP9, profile 0, eight bits, colours at half the pixels and of no stated kind. */
export const vp9 = (level: number): Codec => ({
  entry: "vp09",
  configuration: full("vpcC", 1 << 24, Uint8Array.of(0, level, 0x82, 2, 2, 2, 0, 0)),
});

export function box(name: string, ...parts: readonly Uint8Array[]): Uint8Array {
  return joined(words(8 + parts.reduce((sum, part) => sum + part.length, 0)), letters(name), ...parts);
}

/** A box with its version, in the first byte, and flags. */
const full = (name: string, flags: number, ...parts: readonly Uint8Array[]): Uint8Array => box(name, words(flags), ...parts);

const counted = (values: readonly number[]): Uint8Array => joined(words(values.length), words(...values));

function words(...values: number[]): Uint8Array {
  const found = new DataView(new ArrayBuffer(4 * values.length));
  values.forEach((value, k) => {
    found.setUint32(4 * k, value);
  });
  return new Uint8Array(found.buffer);
}

function shorts(...values: number[]): Uint8Array {
  const found = new DataView(new ArrayBuffer(2 * values.length));
  values.forEach((value, k) => {
    found.setUint16(2 * k, value);
  });
  return new Uint8Array(found.buffer);
}

const letters = (text: string): Uint8Array => new TextEncoder().encode(text);

function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const out = new Bytes();
  for (const part of parts) out.bytes(part);
  return out.all();
}
