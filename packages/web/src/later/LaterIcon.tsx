import { createIcon } from '#ui/icons.tsx'

const drawing = 'M4.5 2.5h7v11L8 10.75 4.5 13.5v-11Z'
const Empty = createIcon(<path d={drawing} />)
const Filled = createIcon(<path d={drawing} fill="currentColor" />)

/** A bookmark: filled if the message is kept. */
export function LaterIcon({ filled = false, size = 16 }: { filled?: boolean; size?: number }) {
  return filled ? <Filled size={size} /> : <Empty size={size} />
}
