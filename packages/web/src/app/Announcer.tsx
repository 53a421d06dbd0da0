import { useEffect, useState } from 'react'
import { onFrame } from '#store/client.ts'
import { workspace } from '#store/workspace.ts'
import { announcementOf } from './announcement.ts'
import { place } from './place.ts'

/** The one place that speaks to screen readers. The list of messages itself keeps quiet. */
export function Announcer() {
  const [text, setText] = useState('')
  useEffect(() => {
    const announced = new Set<string>()
    return onFrame((frame) => {
      if ((frame.type !== 'message' && frame.type !== 'ephemeral') || frame.channel !== place.getState().channel) return
      const said = announcementOf(frame.message, workspace.getState(), announced)
      if (said) setText(said)
    })
  }, [])
  return (
    <div className="unseen" role="log" aria-live="polite" data-testid="announcer">
      {text}
    </div>
  )
}
