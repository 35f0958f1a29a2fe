// A film, picture by picture, however long each takes to draw: the browser's own encoder, and an MP4 file.
import { type Codec, type EncodedPicture, h264, mp4, vp9 } from "./mp4";

const VP9_LEVEL = 51;
// H.264 is played everywhere; VP9 where a browser has no encoder for it.
const CODECS = ["avc1.640034", "avc1.640028", "avc1.42001f", `vp09.00.${VP9_LEVEL}.08`];
const BITS = 12_000_000; // a second
const KEYS = 60; // pictures from one that can be decoded alone to the next
const WAITING = 4; // pictures that the encoder may have in hand

/** A film as it grows. */
export class Film {
  private readonly pictures: EncodedPicture[] = [];
  private readonly encoder: VideoEncoder;
  private failed: Error | null = null;
  private codec: Codec = vp9(VP9_LEVEL);
  private count = 0;

  private constructor(
    private readonly config: VideoEncoderConfig,
    private readonly rate: number,
  ) {
    this.encoder = new VideoEncoder({
      output: (chunk, about) => {
        const content = new Uint8Array(chunk.byteLength);
        chunk.copyTo(content);
        const description = about?.decoderConfig?.description;
        if (description) this.codec = h264(bytesOf(description));
        this.pictures.push({ at: chunk.timestamp, isKey: chunk.type === "key", content });
      },
      error: (error) => {
        this.failed = error;
      },
    });
    this.encoder.configure(config);
  }

  /** An empty one; null where the browser makes none. Sides are even numbers of pixels. */
  static async of(width: number, height: number, rate: number): Promise<Film | null> {
    if (typeof VideoEncoder === "undefined") return null;
    for (const codec of CODECS) {
      const more: Partial<VideoEncoderConfig> = codec.startsWith("avc1") ? { avc: { format: "avc" } } : {};
      const config = { codec, width, height, bitrate: BITS, framerate: rate, ...more };
      const found = await VideoEncoder.isConfigSupported(config).catch(() => null);
      if (found?.supported) return new Film(config, rate);
    }
    return null;
  }

  /** Adds a picture; waits where the encoder is behind. */
  async add(picture: CanvasImageSource): Promise<void> {
    const [timestamp, end] = [this.count, this.count + 1].map((pictures) => Math.round((1e6 * pictures) / this.rate));
    const frame = new VideoFrame(picture, { timestamp, duration: end - timestamp });
    this.encoder.encode(frame, { keyFrame: this.count % KEYS === 0 });
    frame.close();
    this.count += 1;
    while (this.encoder.encodeQueueSize > WAITING && !this.failed)
      await new Promise((done) => {
        window.setTimeout(done, 1);
      });
  }

  async file(): Promise<Uint8Array<ArrayBuffer>> {
    await this.encoder.flush();
    this.encoder.close();
    if (this.failed) throw this.failed;
    const { width, height } = this.config;
    return mp4(this.codec, width, height, Math.round((1e6 * this.count) / this.rate), this.pictures);
  }
}

function bytesOf(data: AllowSharedBufferSource): Uint8Array {
  return ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength).slice() : new Uint8Array(data);
}
