import { describe, expect, test } from 'vitest'
import { checkBlocks, checkView, findBlockFaults } from '#check'
import { expandMarkdown } from '#markdown/expand'
import { allBlocks } from '#samples/allBlocks'
import { allElementBlocks } from '#samples/allElements'
import { maxBlocks } from './surfaces.ts'

const a = { type: 'plain_text', text: 'a' }
const divider = { type: 'divider' }
const surfaces = ['message', 'modal', 'home'] as const

const onlyIn: Record<string, readonly string[]> = {
  alert: ['modal'],
  file_input: ['modal'],
  email_text_input: ['modal'],
  url_text_input: ['modal'],
  number_input: ['modal'],
  datetimepicker: ['message', 'modal'],
  carousel: ['message', 'home'],
  container: ['message', 'home'],
  table: ['message', 'home'],
  data_table: ['message', 'home'],
  context_actions: ['message'],
  data_visualization: ['message'],
  file: ['message'],
  call: ['message'],
  share_shortcut: ['message'],
  markdown: ['message'],
  plan: ['message'],
  task_card: ['message'],
  workflow_button: ['message'],
}

describe('[BLK-4] a block or element', () => {
  const samples = [...allBlocks, ...allElementBlocks].map((block) => [block.type, block] as const)
  test.each(samples)('of type %s is accepted where it is available: %j', (_type, block) => {
    for (const surface of surfaces) {
      const types = [...JSON.stringify(block).matchAll(/"type":"(\w+)"/g)].map(([, type = '']) => type)
      // In rich text, `file` is another thing.
      const isMisplaced = (type: string) => !(onlyIn[type] ?? surfaces).includes(surface) && block.type !== 'rich_text'
      const misplaced = types.find(isMisplaced)
      const checked = checkBlocks([block], '', surface)
      if (misplaced === undefined) expect(checked, surface).toMatchObject({ ok: true })
      else expect(checked).toMatchObject({ ok: false, faults: [{ message: `unsupported type: ${misplaced}` }] })
    }
  })

  test('is named with its pointer and what is available there', () => {
    const blocks = [divider, { type: 'data_visualization', title: 7 }]
    const checked = checkView({ type: 'home', blocks }, '/view')
    expect(checked).toMatchObject({
      faults: [{ message: 'unsupported type: data_visualization', pointer: '/view/blocks/1/type' }],
    })
    const [fault] = checked.ok ? [] : checked.faults
    expect(fault?.constraint?.expected).toContain('carousel')
    expect(fault?.constraint?.expected).not.toContain('plan')
  })

  test.each([
    [
      'a block in a container',
      { type: 'container', title: a, child_blocks: [divider, table()] },
      '/child_blocks/1',
      'modal',
    ],
    ['an element of actions', { type: 'actions', elements: [{ type: 'datetimepicker' }] }, '/elements/0', 'home'],
    ['an accessory', { type: 'section', text: a, accessory: workflow() }, '/accessory', 'home'],
    ['the element of an input', { type: 'input', label: a, element: { type: 'file_input' } }, '/element', 'message'],
  ] as const)('is found within a block: %s', (_name, block, pointer, surface) => {
    const at = surface === 'modal' ? '' : pointer
    expect(checkBlocks([block], '', surface)).toMatchObject({ faults: [{ pointer: `/0${at}/type` }] })
  })

  test('is named once, also where no surface has it', () => {
    const accessory = { type: 'alert', text: a }
    expect(checkBlocks([{ type: 'section', text: a, accessory }], '')).toMatchObject({
      faults: [{ message: 'unsupported type: alert', pointer: '/0/accessory/type' }],
    })
  })

  test('is accepted only in the blocks that hold it', () => {
    const refused = [
      { type: 'section', text: a, accessory: { type: 'datetimepicker' } },
      { type: 'section', text: a, accessory: { type: 'rich_text_input', action_id: 'a' } },
      { type: 'actions', elements: [{ type: 'plain_text_input' }] },
      { type: 'input', label: a, element: { type: 'button', text: a } },
    ]
    for (const block of refused)
      expect(checkBlocks([block])).toMatchObject({
        faults: [{ message: expect.stringMatching('^unsupported type: ') }],
      })
  })
})

describe('[BLK-5] the number of blocks', () => {
  test.each(surfaces)('is limited in a %s', (surface) => {
    const max = maxBlocks[surface]
    expect(checkBlocks(Array(max).fill(divider), '', surface).ok).toBe(true)
    const message = `no more than ${max} items allowed`
    expect(checkBlocks(Array(max + 1).fill(divider), '', surface)).toMatchObject({ faults: [{ message, pointer: '' }] })
  })

  test('counts what Markdown becomes, when it is posted', () => {
    const markdown = (headings: number) => ({ type: 'markdown', text: '# a\n'.repeat(headings) })
    expect(findBlockFaults([markdown(49), divider], '/blocks', expandMarkdown)).toEqual([])
    expect(findBlockFaults([markdown(50), divider], '/blocks', expandMarkdown)).toEqual([
      { message: 'no more than 50 items allowed', pointer: '/blocks' },
    ])
  })
})

function table() {
  return { type: 'table', rows: [[{ type: 'raw_text', text: 'a' }]] }
}

function workflow() {
  return { type: 'workflow_button', text: a, workflow: { trigger: { url: 'https://a.b' } } }
}
