import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const tokens = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const faces = readFileSync(new URL('../messages/authors/Avatar.module.css', import.meta.url), 'utf8')

const charts = readFileSync(new URL('../blocks/chart/Chart.module.css', import.meta.url), 'utf8')

type Theme = 'light' | 'dark'
type Colour = { rgb: [number, number, number]; alpha: number }

const surfaces = ['surface-0', 'surface-1', 'surface-2', 'surface-3']
const textOn: [ink: string, surfaces: string[]][] = [
  ['ink-1', [...surfaces, 'self', 'river-quiet']],
  ['ink-2', [...surfaces, 'river-quiet']],
  ['ink-3', surfaces],
  ['river', [...surfaces, 'river-quiet']],
  ['clay', ['surface-0', 'surface-1', 'surface-2']],
  ['moss', ['surface-0', 'surface-1', 'surface-2']],
  ['on-river', ['river']],
  ...['keyword', 'string', 'number', 'name', 'comment'].map((name): [string, string[]] => [
    `code-${name}`,
    ['surface-1'],
  ]),
]
const iconsOn: [icon: string, surfaces: string[]][] = [
  ['amber', ['surface-0', 'surface-1', 'surface-2']],
  ['moss', surfaces],
  ['clay', surfaces],
  ['river', surfaces],
  ['line-strong', ['surface-0', 'surface-1', 'surface-2']],
]

describe.each<Theme>(['light', 'dark'])('colours, %s', (theme) => {
  const pairs = (table: [string, string[]][]) =>
    table.flatMap(([ink, on]) => on.map((surface) => [ink, surface] as const))

  test.each(pairs(textOn))('[R3] %s is readable on %s', (ink, surface) => {
    expect(contrast(token(ink, theme), token(surface, theme))).toBeGreaterThanOrEqual(4.5)
  })

  test.each(pairs(iconsOn))('[R3] %s is visible on %s', (icon, surface) => {
    expect(contrast(token(icon, theme), token(surface, theme))).toBeGreaterThanOrEqual(3)
  })

  test('[R3] every series of a chart is visible', () => {
    const [, light = '', dark = ''] = /--series: light-dark\((oklch\(.*?\)\)), (oklch\(.*?\)\))\)/.exec(charts) ?? []
    const hues = [...charts.matchAll(/--hue: (\d+);/g)].map(([, hue = '']) => Number(hue))
    expect(new Set(hues).size).toBe(12)
    for (const hue of hues)
      for (const surface of ['surface-0', 'surface-1', 'surface-2'])
        expect(
          contrast(on(theme === 'light' ? light : dark, hue), token(surface, theme)),
          `${hue} on ${surface}`,
        ).toBeGreaterThanOrEqual(3)
  })

  test('[R3] the letters of every avatar are readable, for people and for apps', () => {
    const found = [...faces.matchAll(/--face-(surface|ink): light-dark\((oklch\(.*?\)\)), (oklch\(.*?\)\))\)/g)]
    const sides = found.map(([, , light, dark]) => (theme === 'light' ? light : dark) ?? '')
    expect(sides).toHaveLength(4)
    const [people = '', letters = '', agents = '', marks = ''] = sides
    for (let hue = 15; hue < 360; hue += 30) {
      expect(contrast(on(letters, hue), on(people, hue)), `people ${hue}`).toBeGreaterThanOrEqual(4.5)
      expect(contrast(on(marks, hue), on(agents, hue)), `agents ${hue}`).toBeGreaterThanOrEqual(4.5)
    }
  })
})

/** A colour with a hue in place of the variable. */
function on(value: string, hue: number): Colour {
  return parsed(value.replace('var(--hue)', String(hue)))
}

function token(name: string, theme: Theme): Colour {
  const found = new RegExp(`--${name}: light-dark\\((oklch\\([^)]*\\)), (oklch\\([^)]*\\))\\);`).exec(tokens)
  if (!found) throw new Error(`no token ${name}`)
  return parsed((theme === 'light' ? found[1] : found[2]) ?? '')
}

function parsed(value: string): Colour {
  const [l = 0, c = 0, h = 0, alpha = 1] = (value.match(/[\d.]+/g) ?? []).map(Number)
  const [a, b] = [c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)]
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clamped = (x: number) => Math.min(1, Math.max(0, x))
  return {
    rgb: [
      clamped(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
      clamped(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
      clamped(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
    ],
    alpha,
  }
}

/** The contrast ratio of WCAG 2.2. A translucent colour is blended with its surface in sRGB, as the browser does. */
function contrast(ink: Colour, surface: Colour): number {
  const mixed = ink.rgb.map((x, i) => linear(ink.alpha * coded(x) + (1 - ink.alpha) * coded(surface.rgb[i] ?? 0)))
  const [a, b] = [luminance(mixed), luminance(surface.rgb)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance([r = 0, g = 0, b = 0]: readonly number[]): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function coded(x: number): number {
  return x <= 0.0031308 ? 12.92 * x : 1.055 * x ** (1 / 2.4) - 0.055
}

function linear(x: number): number {
  return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4
}
