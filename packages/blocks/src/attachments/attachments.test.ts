import { describe, expect, test } from 'vitest'
import { checkAttachments } from '#check'
import { htmlFromAttachments } from '#html'
import { plainTextFromAttachments } from '#plainText'
import type { Attachment } from '#types'
import { blocksOfAttachment, completeAttachments, findAction, wordsOfAttachments } from './attachments.ts'

const names = { user: (id: string) => id, channel: (id: string) => id, usergroup: (id: string) => id }
const draw = (more: object) => htmlFromAttachments([{ id: 1, fallback: 'x', ...more }])

describe('attachments', () => {
  test('[ATT-2] get ids, a fallback and a hex colour', () => {
    const given = [
      { text: 'a', color: 'good' },
      { title: 'b', color: '#ABCDEF' },
      { fallback: 'c' },
      { image_url: 'x' },
    ]
    expect(completeAttachments(given, () => 'made', 4)).toEqual([
      { id: 5, text: 'a', color: '2eb886', fallback: 'a' },
      { id: 6, title: 'b', color: 'ABCDEF', fallback: 'b' },
      { id: 7, fallback: 'c' },
      { id: 8, image_url: 'x', fallback: '[no preview available]' },
    ])
  })

  test('[ATT-7] have an actions block for buttons and menus of the older kind', () => {
    const actions = [
      { type: 'button', name: 'a', text: 'A', confirm: { text: 'Sure?' } },
      { type: 'select', name: 'b', text: 'B', option_groups: [{ text: 'G', options: [{ text: 'One', value: '1' }] }] },
      { type: 'select', name: 'c', text: 'C', data_source: 'external', selected_options: [{ text: 'D', value: 'd' }] },
    ] as const
    const [attachment] = completeAttachments([{ actions: structuredClone(actions) as never }], () => 'made')
    const [block] = blocksOfAttachment(attachment!)
    expect(block).toMatchObject({
      type: 'actions',
      block_id: 'attachment actions 1',
      elements: [
        { type: 'button', action_id: '1', confirm: { title: { text: 'Are you sure?' }, confirm: { text: 'Okay' } } },
        { type: 'static_select', action_id: '2', option_groups: [{ label: { text: 'G' }, options: [{ value: '1' }] }] },
        { type: 'external_select', action_id: '3', initial_option: { value: 'd' } },
      ],
    })
    expect(findAction(attachment!, block!.block_id!, '2')).toMatchObject({ name: 'b' })
    expect(findAction(attachment!, 'other', '2')).toBeUndefined()
  })

  test('[ATT-8] are drawn as mrkdwn, unless `mrkdwn_in` does not name the field', () => {
    expect(draw({ text: '*a*' })).toContain('<strong>a</strong>')
    const plain = draw({ text: '*a* <https://example.com|b> :tada:', pretext: '*c*', mrkdwn_in: ['pretext'] })
    expect(plain).toContain('*a* ')
    expect(plain).toContain('href="https://example.com/"')
    expect(plain).toContain('<strong>c</strong>')
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://example.com'])(
    '[ATT-8] never link to %s or show it as an image',
    (url) => {
      const links = { title: 't', title_link: url, author_name: 'a', author_link: url, author_icon: url }
      const html = draw({ ...links, image_url: url, thumb_url: url, footer: 'f', footer_icon: url, text: `<${url}|x>` })
      expect(html).not.toMatch(/href=|src=/)
    },
  )

  test.each(['red', '12', '#12345g', 'expression(1)', '"><b>'])('have no colour of their own for %j', (color) => {
    expect(draw({ text: 'x', color })).not.toContain('style=')
  })

  test('draw what stands for them if there is nothing else, and mark what may be folded', () => {
    expect(draw({ fallback: 'Only this' })).toContain('Only this')
    expect(draw({ text: 'x'.repeat(701) })).toContain('rv-fold')
    expect(draw({ text: 'a\n'.repeat(6) })).toContain('rv-fold')
    expect(draw({ text: 'x'.repeat(700) })).not.toContain('rv-fold')
  })

  test('are written as plain text, and as all their words', () => {
    const section = { type: 'section' as const, text: { type: 'mrkdwn' as const, text: '*Hi*' } }
    const given: Attachment[] = [
      { id: 1, fallback: 'See <https://example.com|it>', title: 'T', fields: [{ title: 'F', value: '1' }] },
      { id: 2, fallback: '[no preview available]', blocks: [section] },
    ]
    expect(plainTextFromAttachments(given, names)).toBe('See it\nHi')
    expect(wordsOfAttachments(given, (blocks) => `${blocks.length} block`)).toBe('T\nF\n1\n0 block\n1 block')
  })

  test('[ATT-3] that are deep or endless are refused, not walked', () => {
    let deep: object = {}
    for (let i = 0; i < 100; i++) deep = { fields: [deep] }
    expect(checkAttachments([deep])).toMatchObject({ ok: false })
    expect(checkAttachments(Array.from({ length: 101 }, () => ({})))).toMatchObject({ ok: false, tooLong: 'items' })
  })
})
