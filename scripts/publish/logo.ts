import { Resvg } from '@resvg/resvg-js';

/** Widths of the logo's PNG files, in pixels. */
export const logoSizes = [256, 512];

/** The logo as a PNG of this width, in pixels, with a transparent background. */
export function renderLogo(svg: string, width: number): Buffer {
  return new Resvg(svg, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } })
    .render()
    .asPng();
}
