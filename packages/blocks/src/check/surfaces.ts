import type { Block } from '#types'
import { addFaults, type Fault, isFull } from './fault.ts'
import { isObject } from './isObject.ts'

/** Where blocks are shown: in a message, in a modal, or in the home of an app. */
export type Surface = 'message' | 'modal' | 'home'

export const maxBlocks: Record<Surface, number> = { message: 50, modal: 100, home: 100 }

const everywhere: readonly Surface[] = ['message', 'modal', 'home']
const inMessages: readonly Surface[] = ['message']
const inMessagesAndHomes: readonly Surface[] = ['message', 'home']
const inModals: readonly Surface[] = ['modal']

/** [BLK-4] The surfaces of each block, as the reference lists them ("available in surfaces"). */
const blockSurfaces: Record<Block['type'], readonly Surface[]> = {
  actions: everywhere,
  alert: inModals,
  call: inMessages,
  card: everywhere,
  carousel: inMessagesAndHomes,
  container: inMessagesAndHomes,
  context: everywhere,
  context_actions: inMessages,
  data_table: inMessagesAndHomes,
  data_visualization: inMessages,
  divider: everywhere,
  file: inMessages,
  header: everywhere,
  image: everywhere,
  input: everywhere,
  markdown: inMessages,
  plan: inMessages,
  rich_text: everywhere,
  section: everywhere,
  share_shortcut: inMessages,
  table: inMessagesAndHomes,
  task_card: inMessages,
  video: everywhere,
}

/** The surfaces of the elements that are not everywhere. */
const elementSurfaces: Readonly<Record<string, readonly Surface[]>> = {
  datetimepicker: ['message', 'modal'],
  email_text_input: inModals,
  file_input: inModals,
  number_input: inModals,
  url_text_input: inModals,
  workflow_button: inMessages,
}

const surfacesOf = new Map([...Object.entries(blockSurfaces), ...Object.entries(elementSurfaces)])

/** The field of a block that holds what may be misplaced. */
const innerField = new Map([
  ['container', 'child_blocks'],
  ['actions', 'elements'],
  ['section', 'accessory'],
  ['input', 'element'],
])

/** The faults of a block, its child blocks and its elements that exist, but not on this surface. */
export function findMisplaced(item: unknown, surface: Surface, pointer: string): Fault[] {
  const type = isObject(item) ? item['type'] : undefined
  if (!isObject(item) || typeof type !== 'string') return []
  if (surfacesOf.get(type)?.includes(surface) === false) return [misplaced(type, surface, pointer)]
  const field = innerField.get(type)
  const inner = field === undefined ? undefined : item[field]
  if (!Array.isArray(inner)) return findMisplaced(inner, surface, `${pointer}/${field}`)
  const faults: Fault[] = []
  for (const [i, part] of inner.entries()) {
    if (isFull(faults)) break
    addFaults(faults, findMisplaced(part, surface, `${pointer}/${field}/${i}`))
  }
  return faults
}

function misplaced(type: string, surface: Surface, pointer: string): Fault {
  const table = type in blockSurfaces ? blockSurfaces : elementSurfaces
  const expected = Object.entries(table).flatMap(([other, surfaces]) => (surfaces.includes(surface) ? [other] : []))
  const fault = { message: `unsupported type: ${type}`, pointer: `${pointer}/type` }
  return table === blockSurfaces ? { ...fault, constraint: { type: 'enum', expected } } : fault
}
