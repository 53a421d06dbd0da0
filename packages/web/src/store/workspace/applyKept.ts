import type { ServerFrame } from 'rivulet/feedProtocol'
import { draftKey, threadKey, type Welcome, type Workspace } from './workspace.ts'

type Frame<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>

/** [DRF-1] What the person has typed somewhere and not sent. */
export function applyDraft(drafts: Workspace['drafts'], frame: Frame<'draft_changed'>): Workspace['drafts'] {
  const { type: _type, seq: _seq, gone, ...draft } = frame
  const key = draftKey(draft.channel, draft.thread_ts)
  const { [key]: _before, ...others } = drafts
  return gone ? others : { ...others, [key]: draft }
}

/** [LAT-2] What the person keeps for later and is not done with. */
export function applySaved(saved: Workspace['saved'], frame: Frame<'later_changed'>): Workspace['saved'] {
  const key = threadKey(frame.channel, frame.ts)
  const { [key]: _before, ...others } = saved
  return frame.saved && !frame.saved.done_at ? { ...others, [key]: frame.saved } : others
}

/** What the person keeps, as it is when the page is opened. */
export function keptOf({ scheduled = [], drafts = [], saved = [] }: Welcome) {
  return {
    scheduled,
    drafts: Object.fromEntries(drafts.map((one) => [draftKey(one.channel, one.thread_ts), one])),
    saved: Object.fromEntries(saved.map((one) => [threadKey(one.channel, one.ts), one])),
  }
}
