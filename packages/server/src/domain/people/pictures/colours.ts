type Colour = readonly [red: number, green: number, blue: number]

/** The colours of a picture made of initials, which are those of the web client in its light theme. */
export function pictureColours(hue: number, isApp: boolean): { surface: Colour; ink: Colour } {
  const angle = 15 + 30 * hue
  return isApp
    ? { surface: fromOklch(0.5, 0.075, angle), ink: fromOklch(0.98, 0.012, angle) }
    : { surface: fromOklch(0.91, 0.04, angle), ink: fromOklch(0.4, 0.08, angle) }
}

/** The colour of a person as six hexadecimal digits, dark enough for text on white. */
export function userColour(hue: number): string {
  return fromOklch(0.5, 0.11, 15 + 30 * hue)
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')
}

/** From OKLCH, in which the client's colours are written, to sRGB. */
function fromOklch(lightness: number, chroma: number, degrees: number): Colour {
  const a = chroma * Math.cos((degrees * Math.PI) / 180)
  const b = chroma * Math.sin((degrees * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    toByte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    toByte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    toByte(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

function toByte(linear: number): number {
  const value = linear <= 0.0031308 ? 12.92 * linear : 1.055 * Math.max(linear, 0) ** (1 / 2.4) - 0.055
  return Math.round(Math.min(Math.max(value, 0), 1) * 255)
}
