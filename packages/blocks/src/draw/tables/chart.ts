import type { Block } from '#types'
import { type DrawnNode, element } from '#draw/tree'

/** What a `data_visualization` block shows. A pie has one series without a name. */
export type Chart = {
  kind: 'pie' | 'bar' | 'line' | 'area'
  title: string
  categories: readonly string[]
  /** The values of each series by category; undefined where it has none. */
  series: readonly { name: string; values: readonly (number | undefined)[] }[]
  xLabel: string | undefined
  yLabel: string | undefined
}

/** The most points that are drawn, so that no block makes a page slow. */
const maxPoints = 500

/** Reads the chart of a block; undefined if it is incomplete. */
export function readChart(block: object): Chart | undefined {
  const chart = field(block, 'chart')
  const kind = field(chart, 'type')
  const title = textOf(field(block, 'title')) ?? ''
  if (kind === 'pie') {
    const points = pointsOf(field(chart, 'segments')).filter(({ value }) => value > 0)
    if (points.length === 0) return undefined
    const series = [{ name: '', values: points.map(({ value }) => value) }]
    return { kind, title, categories: points.map(({ label }) => label), series, xLabel: undefined, yLabel: undefined }
  }
  if (kind !== 'bar' && kind !== 'line' && kind !== 'area') return undefined
  const given = listOf(field(chart, 'series')).map((one) => ({
    name: textOf(field(one, 'name')) ?? '',
    points: pointsOf(field(one, 'data')),
  }))
  const axis = field(chart, 'axis_config')
  const named = listOf(field(axis, 'categories')).flatMap((name) => textOf(name) ?? [])
  const categories =
    named.length > 0 ? named : [...new Set(given.flatMap(({ points }) => points.map(({ label }) => label)))]
  const series = given.map(({ name, points }) => {
    const values = new Map(points.map(({ label, value }) => [label, value]))
    return { name, values: categories.map((category) => values.get(category)) }
  })
  if (categories.length === 0 || series.length === 0 || series.length * categories.length > maxPoints) return undefined
  return {
    kind,
    title,
    categories,
    series,
    xLabel: textOf(field(axis, 'x_label')),
    yLabel: textOf(field(axis, 'y_label')),
  }
}

/** Draws a chart as a table of its values, which `renderReact` may replace by a picture. */
export function drawChart(block: Block): DrawnNode {
  const chart = readChart(block)
  const title = textOf(field(block, 'title')) ?? ''
  if (!chart) return element('figure', { part: 'chart' }, element('figcaption', { dir: 'auto' }, title || 'Chart'))
  const { categories, series, kind, xLabel = '' } = chart
  const heads = [xLabel, ...(kind === 'pie' ? ['Value'] : series.map(({ name }) => name))]
  const rows = categories.map((category, i) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row', dir: 'auto' }, category),
      series.map(({ values }) => element('td', { 'data-number': 'true' }, String(values[i] ?? ''))),
    ),
  )
  return element(
    'figure',
    { part: 'chart', source: block },
    element('figcaption', { dir: 'auto' }, title),
    element(
      'div',
      { part: 'table-box', tabindex: 0, role: 'group', 'aria-label': title || 'Chart' },
      element(
        'table',
        { part: 'table' },
        element(
          'thead',
          {},
          element(
            'tr',
            {},
            heads.map((head) => element('th', { scope: 'col', dir: 'auto' }, head)),
          ),
        ),
        element('tbody', {}, rows),
      ),
    ),
  )
}

function pointsOf(value: unknown): { label: string; value: number }[] {
  return listOf(value).flatMap((point) => {
    const number = field(point, 'value')
    const label = textOf(field(point, 'label'))
    return typeof number === 'number' && Number.isFinite(number) && label !== undefined ? { label, value: number } : []
  })
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
