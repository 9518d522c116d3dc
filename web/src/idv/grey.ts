/** A picture in shades of grey, in which light, focus and edges are measured. */
export interface Grey {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8ClampedArray;
}

/** The brightness of each pixel, as eyes weigh the colours (ITU-R BT.601). */
export function greyOf({ width, height, data }: Pick<ImageData, 'width' | 'height' | 'data'>): Grey {
  const pixels = new Uint8ClampedArray(width * height);
  for (let at = 0; at < pixels.length; at++) {
    const from = at * 4;
    pixels[at] = 0.299 * (data[from] ?? 0) + 0.587 * (data[from + 1] ?? 0) + 0.114 * (data[from + 2] ?? 0);
  }
  return { width, height, pixels };
}

export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** An area in whole pixels of a picture. */
export function pixelsIn({ width, height }: Grey, { left, top, width: wide, height: high }: Area): Area {
  const [x, y] = [Math.max(0, Math.round(left)), Math.max(0, Math.round(top))];
  return {
    left: x,
    top: y,
    width: Math.max(0, Math.min(width - x, Math.round(wide))),
    height: Math.max(0, Math.min(height - y, Math.round(high))),
  };
}
