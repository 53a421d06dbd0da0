import { Trouble } from '#controls/Trouble.tsx'
import { useTrouble } from '#store/troubles.ts'

/** Why something that was done to a message did not work. */
export function MessageTrouble({ channel, ts }: { channel: string; ts: string }) {
  return <Trouble text={useTrouble(channel, ts)} />
}
