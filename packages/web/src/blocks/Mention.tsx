import type { PartProps } from '@rivulet/blocks/react'
import { useViewer } from './viewer.ts'

/** A mention of a person or a group, which opens their card. */
export function Mention({ element: { source, attributes }, children }: PartProps) {
  const { showPerson, showGroup } = useViewer()
  const self = attributes['data-self']
  const open =
    source?.type === 'user' && showPerson
      ? () => showPerson(source.user_id)
      : source?.type === 'usergroup' && showGroup
        ? () => showGroup(source.usergroup_id)
        : undefined
  if (!open)
    return (
      <span className="rv-mention" data-self={self}>
        {children}
      </span>
    )
  return (
    <button type="button" className="rv-mention" data-self={self} aria-haspopup="dialog" onClick={open}>
      {children}
    </button>
  )
}
