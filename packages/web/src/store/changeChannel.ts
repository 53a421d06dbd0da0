import type { ChannelFrame } from 'rivulet/feedProtocol'
import { ask, type Asked } from './ask.ts'

type WithoutId<Frame> = Frame extends unknown ? Omit<Frame, 'id'> : never
/** What a person does to a channel. */
export type Change = WithoutId<ChannelFrame>

export function changeChannel(change: Change): Promise<Asked<'changed'>> {
  return ask(change, 'changed')
}
