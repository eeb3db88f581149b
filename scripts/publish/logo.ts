import { Resvg } from '@resvg/resvg-js';

/** Widths of the logo's PNG files, in pixels. */
export const logoSizes = [256, 512];

/**
 * The logo as a PNG of this width, in pixels, with a transparent background.
 * @throws Error when it is no SVG, or not square
 */
export function renderLogo(svg: string, width: number): Buffer {
  let logo: Resvg;
  try {
    logo = new Resvg(svg, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } });
  } catch (error) {
    throw new Error(
      `The logo is no SVG that can be drawn: ${error instanceof Error ? error.message : error}`,
    );
  }
  if (logo.width !== logo.height) {
    throw new Error(`The logo is ${logo.width} wide and ${logo.height} high, but has to be square.`);
  }
  return logo.render().asPng();
}
