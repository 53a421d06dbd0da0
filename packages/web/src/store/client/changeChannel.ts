import type { ChannelFrame } from 'rivulet/feedProtocol'
import { request } from './pageClient.ts'
import type { RequestResult } from './requests.ts'

type WithoutId<Frame> = Frame extends unknown ? Omit<Frame, 'id'> : never
/** What a person does to a channel: create it, join it, change its topic … */
export type ChannelChange = WithoutId<ChannelFrame>

export function changeChannel(change: ChannelChange): Promise<RequestResult<'changed'>> {
  return request(change, 'changed')
}
