import { view } from '#schema/view'
import type { View } from '#types'
import { checkBlocks } from './blocks.ts'
import { type Checked, type Fault, refuse } from './fault.ts'
import { toFaults } from './issues.ts'

const maxBlocksInView = 100

/**
 * Checks a view as `views.open` and `views.publish` take it. A view that passes is returned without the keys that no
 * schema names; its blocks are returned unchanged. The pointer of every fault starts with `pointer`.
 */
export function checkView(value: unknown, pointer = ''): Checked<View> {
  const parsed = view.safeParse(value, { reportInput: true })
  if (!parsed.success && !isObject(value)) return refuse(toFaults(parsed.error.issues, pointer))
  const faults = parsed.success ? [] : toFaults(parsed.error.issues, pointer)
  const blocks = isObject(value) ? value['blocks'] : undefined
  if (blocks === undefined) faults.push({ message: 'missing required field: blocks', pointer })
  const checked = checkBlocks(blocks ?? [], `${pointer}/blocks`, maxBlocksInView)
  if (!checked.ok) return refuse([...faults, ...checked.faults])
  if (!parsed.success || faults.length > 0) return refuse(faults)
  const { data } = parsed
  if (data.type === 'modal' && !data.submit && checked.value.some((block) => block.type === 'input'))
    return refuse([{ message: 'missing required field: submit', pointer }])
  return { ok: true, value: { ...data, blocks: checked.value } }
}

/** The faults of a view, none if it is valid. Pointers start at the view. */
export function findViewFaults(value: unknown): Fault[] {
  const checked = checkView(value)
  return checked.ok ? [] : checked.faults
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
