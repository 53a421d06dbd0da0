import { describe, expect, test } from 'vitest'
import { checkBlocks } from '#check'
import { htmlFromBlocks } from '#html'
import { readChart } from './chart.ts'

const pie = {
  type: 'data_visualization',
  title: 'Share',
  chart: {
    type: 'pie',
    segments: [
      { label: 'A', value: 3 },
      { label: 'B', value: 1 },
    ],
  },
}
const bars = {
  type: 'data_visualization',
  title: 'Sales <b>',
  chart: {
    type: 'bar',
    series: [
      {
        name: 'North',
        data: [
          { label: 'Q2', value: 2 },
          { label: 'Q1', value: 1.5 },
        ],
      },
      { name: 'South', data: [{ label: 'Q1', value: -4 }] },
    ],
    axis_config: { categories: ['Q1', 'Q2'], x_label: 'Quarter', y_label: 'k€' },
  },
}

describe('[RT-17] a chart', () => {
  test('has the values of each series in the order of the categories', () => {
    expect(readChart(bars)).toEqual({
      kind: 'bar',
      title: 'Sales <b>',
      categories: ['Q1', 'Q2'],
      series: [
        { name: 'North', values: [1.5, 2] },
        { name: 'South', values: [-4, undefined] },
      ],
      xLabel: 'Quarter',
      yLabel: 'k€',
    })
    expect(readChart(pie)).toMatchObject({
      kind: 'pie',
      categories: ['A', 'B'],
      series: [{ name: '', values: [3, 1] }],
    })
  })

  test('without axis_config takes its categories from the data', () => {
    const chart = { ...bars.chart, axis_config: undefined }
    expect(readChart({ ...bars, chart })).toMatchObject({ categories: ['Q2', 'Q1'] })
  })

  test.each([
    {},
    { chart: 'pie' },
    { chart: { type: 'pie', segments: [{ label: 'A', value: 0 }] } },
    { chart: { type: 'scatter', series: [] } },
    { chart: { type: 'bar', series: 'many' } },
    { chart: { type: 'line', series: [{ name: 'x', data: [{ label: 'a', value: Infinity }] }] } },
    { chart: { type: 'line', series: Array(12).fill({ data: [] }), axis_config: { categories: Array(99).fill('c') } } },
  ])('that is incomplete or too large is not read: %j', (block) => {
    expect(readChart(block)).toBeUndefined()
  })

  test('is drawn as a table of its values', () => {
    const html = (given: object) => {
      const checked = checkBlocks([given])
      return checked.ok ? htmlFromBlocks(checked.value) : 'refused'
    }
    const words = (markup: string) => markup.replaceAll(/(?:<[^>]*>)+/g, '|')
    const north = { ...bars, chart: { ...bars.chart, series: bars.chart.series.slice(0, 1) } }
    expect(words(html(north))).toBe('|Sales &lt;b&gt;|Quarter|North|Q1|1.5|Q2|2|')
    expect(words(html(pie))).toBe('|Share|Value|A|3|B|1|')
    expect(html(pie)).toContain('<figure class="rv-chart">')
  })
})
