// A film, picture by picture, however long each takes to draw: the browser's own encoder, and a WebM file.
import { type EncodedPicture, webm } from "./webm";

const CODECS = [
  ["vp09.00.51.08", "V_VP9"],
  ["vp8", "V_VP8"],
] as const;
const BITS = 12_000_000; // a second
const KEYS = 60; // pictures from one that can be decoded alone to the next
const WAITING = 4; // pictures that the encoder may have in hand

/** A film as it grows. */
export class Film {
  private readonly pictures: EncodedPicture[] = [];
  private readonly encoder: VideoEncoder;
  private failed: Error | null = null;
  private count = 0;

  private constructor(
    private readonly config: VideoEncoderConfig,
    private readonly codec: string,
    private readonly rate: number,
  ) {
    this.encoder = new VideoEncoder({
      output: (chunk) => {
        const content = new Uint8Array(chunk.byteLength);
        chunk.copyTo(content);
        this.pictures.push({ at: Math.round(chunk.timestamp / 1000), isKey: chunk.type === "key", content });
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
    for (const [codec, name] of CODECS) {
      const config = { codec, width, height, bitrate: BITS, framerate: rate };
      const found = await VideoEncoder.isConfigSupported(config).catch(() => null);
      if (found?.supported) return new Film(config, name, rate);
    }
    return null;
  }

  /** Adds a picture; waits where the encoder is behind. */
  async add(picture: CanvasImageSource): Promise<void> {
    const [timestamp, duration] = [this.count, 1].map((pictures) => Math.round((1e6 * pictures) / this.rate));
    const frame = new VideoFrame(picture, { timestamp, duration });
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
    return webm(this.codec, width, height, (1000 * this.count) / this.rate, this.pictures);
  }
}
