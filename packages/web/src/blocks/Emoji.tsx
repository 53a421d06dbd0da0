import { resolveEmoji } from '@rivulet/blocks/emoji'
import { useViewer } from './viewer.ts'

/** Shows an emoji by the name that a reaction has. */
export function Emoji({ name }: { name: string }) {
  const shown = resolveEmoji({ name }, useViewer().emoji)
  const label = `:${name}:`
  if (!shown) return label
  return (
    <span className="rv-emoji" title={label}>
      {'picture' in shown ? <img src={shown.picture} alt={label} /> : shown.characters}
    </span>
  )
}
