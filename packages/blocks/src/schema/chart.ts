import { z } from 'zod'
import { arrayOf } from './arrayOf.ts'
import { text, textUpTo } from './text.ts'

const label = text(20)
const segment = z.strictObject({ label, value: z.number().refine((value) => value > 0, 'must be more than 0') })
const pie = z.strictObject({ type: z.literal('pie'), segments: arrayOf(segment).min(1).max(12) })

const series = z.strictObject({
  name: label,
  data: arrayOf(z.strictObject({ label, value: z.number() }))
    .min(1)
    .max(20),
})
const axes = z.strictObject({
  categories: arrayOf(label).min(1).max(20),
  x_label: textUpTo(50).optional(),
  y_label: textUpTo(50).optional(),
})
const plot = z
  .strictObject({
    type: z.literal(['bar', 'line', 'area']),
    series: arrayOf(series).min(1).max(12),
    axis_config: axes,
  })
  .check((ctx) => {
    const { categories } = ctx.value.axis_config
    if (categories.length === 0) return
    const names = new Set<string>()
    for (const [i, { name, data }] of ctx.value.series.entries()) {
      const report = (field: 'name' | 'data', message: string) =>
        ctx.issues.push({ code: 'custom', message, path: ['series', i, field], input: name })
      if (names.has(name)) report('name', `\`name\` "${name}" already exists`)
      names.add(name)
      const labels = new Set(data.map((point) => point.label))
      const isComplete = data.length === categories.length && categories.every((category) => labels.has(category))
      if (!isComplete) report('data', 'must have one point for each of the categories')
    }
  })

export const chart = z.discriminatedUnion('type', [pie, plot])
