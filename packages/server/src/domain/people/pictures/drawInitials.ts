// Outlines of capital letters of Inter, semibold, in thousandths of its size (SIL Open Font License 1.1).
import glyphs from './glyphs.generated.json' with { type: 'json' }
import { pictureColours } from './colours.ts'
import { fillLines, toLines } from './outline.ts'
import { encodePng } from './png.ts'

/** The sizes in which apps get pictures, in pixels. */
export const pictureSizes = [24, 32, 48, 72, 192, 512, 1024] as const

export interface InitialsPicture {
  hue: number
  isApp: boolean
  /** One or two letters. */
  letters: string
  size: number
}

const outlines: ReadonlyMap<string, { width: number; d: string }> = new Map(Object.entries(glyphs))
/** A head and shoulders, for letters of other scripts. */
const person =
  'M500 730Q610 730 610 610Q610 490 500 490Q390 490 390 610Q390 730 500 730ZM250 60Q250 420 500 420Q750 420 750 60Z'
const capitalHeight = 728

/** A picture made of initials, as PNG. */
export function drawInitials({ hue, isApp, letters, size }: InitialsPicture): Buffer {
  const { surface, ink } = pictureColours(hue, isApp)
  const found = [...letters].flatMap((letter) => outlines.get(letter) ?? [])
  const shapes = found.length === [...letters].length ? found : [{ width: 1000, d: person }]
  const width = shapes.reduce((sum, shape) => sum + shape.width, 0)
  // The client writes letters of 13 px into a circle of 36 px, and a single letter larger.
  const scale = (size * (shapes.length === 1 ? 0.46 : 0.38)) / 1000
  const baseline = (size + capitalHeight * scale) / 2
  let left = (size - width * scale) / 2
  const lines = shapes.flatMap(({ width: advance, d }) => {
    const from = left
    left += advance * scale
    return toLines(d, (x, y) => [from + x * scale, baseline - y * scale])
  })
  return encodePng(size, fillLines(lines, size), surface, ink)
}

/** The last part of the address of such a picture: `7-AL-72.png`, of an app `7a-S-72.png`. */
export function initialsFile({ hue, isApp, letters, size }: InitialsPicture): string {
  return `${hue}${isApp ? 'a' : ''}-${encodeURIComponent(letters)}-${size}.png`
}

/** Reads what `initialsFile` wrote, without its encoding; undefined for anything else. */
export function parseInitialsFile(file: string): InitialsPicture | undefined {
  const [, hue, app, letters = '', size] = /^(\d|1[01])(a?)-([\p{L}\p{N}\p{M}?]{1,6})-(\d+)\.png$/u.exec(file) ?? []
  if (hue === undefined || !pictureSizes.some((known) => known === Number(size))) return undefined
  return { hue: Number(hue), isApp: app === 'a', letters, size: Number(size) }
}
