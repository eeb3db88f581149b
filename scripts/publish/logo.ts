// The logo: how its pictures are made, and what is wrong with them.
import { Resvg } from '@resvg/resvg-js';
import { PNG } from 'pngjs';

/** Widths of the logo's PNG files, in pixels. */
export const logoSizes = [256, 512];

/** In bytes, of each file. */
const LARGEST = 1_000_000;

/** The least part of a logo's area that has to be visible, and how opaque a pixel is then, of 255. */
const LEAST_VISIBLE = 0.03;
const VISIBLE = 32;

/** By how much the shades of a picture differ that shows something, of 255. */
const CONTRAST = 16;

/**
 * The logo as a PNG of this width, in pixels, with a transparent background.
 * @throws Error when it is no SVG, or not fit to be a logo, with what to do
 */
export function renderLogo(svg: string, width: number): Buffer {
  const fault = svgFault(svg);
  if (fault) throw new Error(`logo.svg: ${fault}`);
  let logo: Resvg;
  try {
    logo = new Resvg(svg, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } });
  } catch (error) {
    throw new Error(`logo.svg cannot be drawn: ${error instanceof Error ? error.message : error}`);
  }
  if (logo.width !== logo.height) {
    throw new Error(`logo.svg is ${logo.width} wide and ${logo.height} high, but has to be square.`);
  }
  const png = Buffer.from(logo.render().asPng());
  const pictureFault = pngFault(png);
  if (pictureFault) throw new Error(`logo.svg: ${pictureFault}`);
  return png;
}

/** What is wrong with the source of a logo, with what to do; undefined where nothing is. */
export function svgFault(svg: string): string | undefined {
  if (Buffer.byteLength(svg) > LARGEST) return 'Make it smaller: it is larger than 1 MB.';
  const drawn = svg.replaceAll(/<!--.*?-->/gs, '');
  if (/<(text|tspan|textPath)\b/i.test(drawn))
    return 'Convert its text to outlines: other machines do not have its fonts.';
  const elsewhere =
    /\bhref\s*=\s*["'](?!#|data:image\/(png|jpeg);base64,)|url\(\s*["']?(?!#)|@import|<!ENTITY/i;
  if (elsewhere.test(drawn)) return 'Remove what it refers to elsewhere: a logo has to stand alone.';
  return undefined;
}

/** What is wrong with a picture of a logo, with what to do; undefined where nothing is. */
export function pngFault(file: Buffer): string | undefined {
  if (file.length > LARGEST) return 'Make it smaller: it is larger than 1 MB.';
  const png = readPng(file);
  if (!png) return 'Make it a PNG: “npm run brand” makes one of logo.svg.';
  const { width, height, colorType } = png;
  if (width !== height) return `Make it square: it is ${width} by ${height} pixels.`;
  if (width < 256) return `Make it at least 256 pixels wide: it has ${width}.`;
  if (colorType !== COLOR_WITH_ALPHA) return 'Save it as RGBA, with a channel for transparency.';
  const { visible, contrast } = look(png.data);
  if (visible < LEAST_VISIBLE) return 'Draw something: it is empty, or nearly so.';
  // A shape on a transparent ground shows by its outline; a full square has to show something within.
  const isFull = visible > 1 - LEAST_VISIBLE;
  return isFull && contrast < CONTRAST ? 'Draw something: it is an area of one color.' : undefined;
}

const COLOR_WITH_ALPHA = 6;

function readPng(file: Buffer) {
  try {
    return PNG.sync.read(file);
  } catch {
    return undefined;
  }
}

/** The part of a picture that is visible, and how far the shades of a color lie apart there. */
function look(data: Buffer): { visible: number; contrast: number } {
  const [lowest, highest] = [
    [255, 255, 255],
    [0, 0, 0],
  ];
  let visible = 0;
  for (let pixel = 0; pixel < data.length; pixel += 4) {
    if ((data[pixel + 3] ?? 0) < VISIBLE) continue;
    visible += 1;
    for (const color of [0, 1, 2]) {
      const shade = data[pixel + color] ?? 0;
      lowest[color] = Math.min(lowest[color] ?? 255, shade);
      highest[color] = Math.max(highest[color] ?? 0, shade);
    }
  }
  const spreads = highest.map((shade, color) => shade - (lowest[color] ?? 0));
  return { visible: visible / (data.length / 4), contrast: Math.max(...spreads) };
}
