import type { Area } from './grey.js';

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Converts an area within a box on the page to the same area of the picture that fills the box. */
export function scaledArea(area: Area, box: Size, picture: Size): Area {
  const [x, y] = [picture.width / Math.max(1, box.width), picture.height / Math.max(1, box.height)];
  return { left: area.left * x, top: area.top * y, width: area.width * x, height: area.height * y };
}

/** The part of a video that is visible when it fills a box of another shape. */
export function seenOf(video: Size, box: Size): Area {
  if (box.width <= 0 || box.height <= 0) return { left: 0, top: 0, ...video };
  const scale = Math.max(box.width / video.width, box.height / video.height);
  const [width, height] = [box.width / scale, box.height / scale];
  return { left: (video.width - width) / 2, top: (video.height - height) / 2, width, height };
}

/** The size of a picture reduced so that its long side is at most `longest`. Smaller ones stay as they are. */
export function scaledTo(longest: number, { width, height }: Size): Size {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
