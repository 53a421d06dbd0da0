import { createIcon } from '#ui/icons.tsx'

export const UpIcon = createIcon(<path d="M8 13V3.5m-4 4 4-4 4 4" />)
export const DownIcon = createIcon(<path d="M8 3v9.5m-4-4 4 4 4-4" />)
export const SectionIcon = createIcon(
  <path d="M2.5 5.5v6A1.5 1.5 0 0 0 4 13h8a1.5 1.5 0 0 0 1.5-1.5v-5A1.5 1.5 0 0 0 12 5H8.25L6.75 3H4a1.5 1.5 0 0 0-1.5 1.5v1" />,
)
export const BesideIcon = createIcon(
  <path d="M4 3h8a1.5 1.5 0 0 1 1.5 1.5v7A1.5 1.5 0 0 1 12 13H4a1.5 1.5 0 0 1-1.5-1.5v-7A1.5 1.5 0 0 1 4 3m5.5 0v10" />,
)
export const LeaveIcon = createIcon(
  <path d="M6.5 3H4a1.5 1.5 0 0 0-1.5 1.5v7A1.5 1.5 0 0 0 4 13h2.5M10 11l3-3-3-3m3 3H6.5" />,
)
