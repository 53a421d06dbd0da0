import { view } from '#schema/view'
import type { View } from '#types'
import { checkBlocks } from './blocks.ts'
import { findExceededBound } from './bounds.ts'
import { addFaults, type Checked, type Fault, refuse } from './fault.ts'
import { toFaults } from './issues.ts'
import { isObject } from './isObject.ts'

/**
 * Checks a view as `views.open` and `views.publish` take it. Its blocks are returned unchanged. The pointer of every fault
 * starts with `pointer`.
 */
export function checkView(value: unknown, pointer = ''): Checked<View> {
  const exceeded = findExceededBound(value, pointer)
  if (exceeded) return refuse([exceeded], pointer)
  const given = isObject(value) ? value : {}
  const { blocks, ...rest } = given
  const parsed = view.safeParse(isObject(value) ? rest : value, { reportInput: true })
  const faults = parsed.success ? [] : toFaults(parsed.error.issues, pointer)
  if (!isObject(value)) return refuse(faults, pointer)
  if (blocks === undefined) faults.push({ message: 'missing required field: blocks', pointer })
  const checked = checkBlocks(blocks ?? [], `${pointer}/blocks`, given['type'] === 'home' ? 'home' : 'modal')
  addFaults(faults, given['type'] === 'modal' && given['submit'] === undefined ? findInputs(blocks, pointer) : [])
  if (!checked.ok) addFaults(faults, checked.faults)
  if (!parsed.success || !checked.ok || faults.length > 0) return refuse(faults, pointer)
  return { ok: true, value: { ...parsed.data, blocks: checked.value } }
}

/** [ACT-8] The input blocks of a modal that cannot be submitted. */
function findInputs(blocks: unknown, pointer: string): Fault[] {
  if (!Array.isArray(blocks)) return []
  return blocks.flatMap((block: unknown, i) => {
    if (!isObject(block) || block['type'] !== 'input') return []
    const message = 'must define `submit` to use an `input` block in modals'
    return [{ message, pointer: `${pointer}/blocks/${i}/input` }]
  })
}

/** The faults of a view, none if it is valid. Pointers start at the view. */
export function findViewFaults(value: unknown): Fault[] {
  const checked = checkView(value)
  return checked.ok ? [] : checked.faults
}
