import type { Block } from '@rivulet/blocks/types'
import type { ViewerMessage } from 'rivulet/feedProtocol'
import { useMemo, type ReactNode } from 'react'
import { createInteractionHandlers } from './interactionHandlers.ts'
import { SurfaceContext } from './surface.ts'

type Props = {
  channel: string
  message: ViewerMessage
  /** The id of the attachment that it is, in place of the message itself. */
  attachment?: number | undefined
  blocks: readonly Block[]
  live: boolean
  children: ReactNode
}

/** Makes the elements of an app's message usable for everyone who sees it, once its stream has ended. */
export function MessageSurface({ channel, message: { ts, app_id }, attachment, blocks, live, children }: Props) {
  const interactive = app_id !== undefined && !live
  const surface = useMemo(() => {
    if (!interactive) return undefined
    const identity = { key: `${channel} ${ts} ${attachment ?? ''}`, channel }
    const target = { channel, ts, attachment_id: attachment }
    return { ...identity, ...createInteractionHandlers(target, identity, blocks) }
  }, [channel, ts, attachment, interactive, blocks])
  return <SurfaceContext value={surface}>{children}</SurfaceContext>
}
