import { resolveEmoji } from '@rivulet/blocks/emoji'
import type { NodeViewConstructor } from 'prosemirror-view'
import { workspace } from '#store/workspace/workspace.ts'
import { mentionText } from './schema.ts'

const mention: NodeViewConstructor = ({ attrs: { kind, id } }) => {
  const dom = document.createElement('span')
  const { you } = workspace.getState()
  dom.className = kind === 'channel' ? 'rv-channel' : 'rv-mention'
  if (kind === 'broadcast' || id === you) dom.dataset['self'] = ''
  dom.textContent = mentionText(kind, id)
  return { dom, ignoreMutation: () => true }
}

const emoji: NodeViewConstructor = (node) => {
  const dom = document.createElement('span')
  const { name, skin_tone: tone, unicode } = node.attrs
  const given = {
    name: String(name),
    ...(tone ? { skin_tone: Number(tone) } : {}),
    ...(unicode ? { unicode: String(unicode) } : {}),
  }
  const shown = resolveEmoji(given, workspace.getState().emoji)
  const label = `:${name}:`
  dom.className = 'rv-emoji'
  dom.title = label
  if (shown && 'picture' in shown)
    dom.append(Object.assign(document.createElement('img'), { src: shown.picture, alt: label }))
  else dom.textContent = shown?.characters ?? label
  return { dom, ignoreMutation: () => true }
}

/** How the nodes look whose text is not in the document. */
export const nodeViews = { mention, emoji }
