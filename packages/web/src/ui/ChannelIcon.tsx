import type { ViewerChannel } from 'rivulet/feedProtocol'
import { HashIcon, LockIcon, PeopleIcon } from './icons.tsx'

/** The icon for a kind of channel: public, private or group direct message. */
export function ChannelIcon({ kind, size = 14 }: { kind: ViewerChannel['kind']; size?: number }) {
  if (kind === 'private') return <LockIcon size={size} />
  return kind === 'mpim' ? <PeopleIcon size={size} /> : <HashIcon size={size} />
}
