import type { z } from 'zod'

/** A day of the calendar, such as `2026-11-22`. */
export function isDate(value: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? []
  if (!day) return false
  const date = new Date(0)
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

/** A time of day from `00:00` to `23:59`. */
export function isTime(value: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(value)
}

type NumberField = { type: string; [field: string]: unknown }

/** The three values of a `number_input` are numbers, and `min_value` is not above `max_value`. */
export function checkNumbers(ctx: z.core.ParsePayload<NumberField>): void {
  const { value } = ctx
  if (value.type !== 'number_input') return
  const report = (field: string, message: string) =>
    ctx.issues.push({ code: 'custom', message, path: [field], input: value[field] })
  for (const field of ['initial_value', 'min_value', 'max_value']) {
    const given = value[field]
    if (typeof given === 'string' && !/^-?(\d+\.?\d*|\.\d+)$/.test(given)) report(field, 'must provide a number')
  }
  const [min, max] = [Number(value['min_value'] ?? NaN), Number(value['max_value'] ?? NaN)]
  if (min > max) report('min_value', `must be less than ${max + 1}`)
}
