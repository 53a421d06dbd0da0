import { createIcon } from '#ui/icons.tsx'

export const ForwardIcon = createIcon(<path d="M9 3.5 13.5 8 9 12.5M13.5 8H6a3.5 3.5 0 0 0-3.5 3.5v1" />)
