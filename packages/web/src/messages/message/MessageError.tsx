import { ErrorMessage } from '#ui/error/ErrorMessage.tsx'
import { useMessageError } from '#store/pending/messageErrors.ts'

/** Why something that a person did to a message failed. */
export function MessageError({ channel, ts }: { channel: string; ts: string }) {
  return <ErrorMessage text={useMessageError(channel, ts)} />
}
