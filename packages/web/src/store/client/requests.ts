import type { ClientFrame, ServerFrame } from 'rivulet/feedProtocol'
import { describeFrameExcess } from '#composer/length/messageLength.ts'
import type { Feed } from '#feed/feedSocket.ts'
import type { Welcome } from '#store/workspace/workspace.ts'
import { t } from '#words/t.ts'

type WithoutId<Frame> = Frame extends { id: string } ? Omit<Frame, 'id'> : never
/** A frame that the server answers. */
export type RequestFrame = WithoutId<ClientFrame>
type Answers = Extract<
  ServerFrame,
  {
    type:
      | 'activity'
      | 'changed'
      | 'channels'
      | 'conversations'
      | 'group_members'
      | 'groups_of'
      | 'done'
      | 'draft'
      | 'found'
      | 'later'
      | 'opened'
      | 'expected'
      | 'pins'
      | 'push_key'
      | 'saved'
      | 'sessions'
      | 'typed'
      | 'versions'
      | 'work'
  }
>
export type RequestResult<Type extends Answers['type']> =
  | { ok: true; answer: Extract<Answers, { type: Type }> }
  | { ok: false; detail: string }

const timeoutMs = 10_000
const offline = { ok: false, detail: t('The server cannot be reached. Try again in a moment.') } as const

/** `limits` are those of the server. */
export function createRequests(
  send: Feed['send'],
  onFrame: (listener: (frame: ServerFrame) => void) => () => void,
  limits: () => Welcome['limits'],
) {
  /** Sends a frame and waits for its answer. By then the workspace shows what has changed. */
  return function request<Type extends Answers['type']>(frame: RequestFrame, type: Type): Promise<RequestResult<Type>> {
    const id = crypto.randomUUID()
    // [WEB-1] The server would close the connection.
    const excess = describeFrameExcess({ ...frame, id }, limits())
    if (excess !== undefined) return Promise.resolve({ ok: false, detail: excess })
    if (!send({ ...frame, id })) return Promise.resolve(offline)
    return new Promise((resolve) => {
      const settle = (result: RequestResult<Type>) => {
        stop()
        clearTimeout(timer)
        resolve(result)
      }
      const timer = setTimeout(() => settle(offline), timeoutMs)
      const stop = onFrame((answer) => {
        if (!('id' in answer) || answer.id !== id) return
        if (answer.type === 'refused') settle({ ok: false, detail: answer.detail })
        else if (isOfType(answer, type)) settle({ ok: true, answer })
      })
    })
  }
}

function isOfType<Type extends Answers['type']>(
  frame: ServerFrame,
  type: Type,
): frame is Extract<Answers, { type: Type }> {
  return frame.type === type
}
