import type { KeptFrame } from 'rivulet/feedProtocol'
import { request } from './pageClient.ts'
import type { RequestResult } from './requests.ts'

type WithoutId<Frame> = Frame extends unknown ? Omit<Frame, 'id'> : never

/** Pins, bookmarks or schedules something. By the time it is done, the workspace shows it or soon will. */
export function keep(frame: WithoutId<Exclude<KeptFrame, { type: 'pins' }>>): Promise<RequestResult<'done'>> {
  return request(frame, 'done')
}
