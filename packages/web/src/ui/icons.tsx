import type { ReactNode } from 'react'

type Props = { size?: number; className?: string | undefined }

export function createIcon(drawing: ReactNode) {
  return function Icon({ size = 16, className }: Props) {
    return (
      <svg
        className={className}
        width={size}
        height={size}
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {drawing}
      </svg>
    )
  }
}

export const ChevronIcon = createIcon(<path d="m6 4 4 4-4 4" />)
export const BackIcon = createIcon(<path d="M10 3 5 8l5 5" />)
export const CloseIcon = createIcon(<path d="m4 4 8 8m0-8-8 8" />)
export const PlusIcon = createIcon(<path d="M8 3v10M3 8h10" />)
export const CheckIcon = createIcon(<path d="m3.5 8.5 3 3 6-7" />)
export const CopyIcon = createIcon(
  <>
    <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
    <path d="M10.5 5.5v-1.5A1.5 1.5 0 0 0 9 2.5H4A1.5 1.5 0 0 0 2.5 4v5A1.5 1.5 0 0 0 4 10.5h1.5" />
  </>,
)
export const ThreadIcon = createIcon(
  <path d="M3.5 2.5h9A1.5 1.5 0 0 1 14 4v6a1.5 1.5 0 0 1-1.5 1.5H7L4 14v-2.5h-.5A1.5 1.5 0 0 1 2 10V4a1.5 1.5 0 0 1 1.5-1.5Z" />,
)
export const SendIcon = createIcon(<path d="M8 13V3.5M3.75 7.5 8 3.25l4.25 4.25" />)
export const StopIcon = createIcon(
  <rect x="4.5" y="4.5" width="7" height="7" rx="1" fill="currentColor" stroke="none" />,
)
export const ArrowDownIcon = createIcon(<path d="M8 3v9.5M3.75 8.5 8 12.75l4.25-4.25" />)
export const HashIcon = createIcon(<path d="M6.25 2.5 4.75 13.5m6.5-11-1.5 11M2.75 5.75h11m-11.5 4.5h11" />)
export const LockIcon = createIcon(
  <>
    <rect x="3.5" y="7" width="9" height="6.5" rx="1.5" />
    <path d="M5.5 7V5a2.5 2.5 0 0 1 5 0v2" />
  </>,
)
export const JumpIcon = createIcon(<path d="M3 13V8.5A2.5 2.5 0 0 1 5.5 6H13M9.5 2.5 13 6 9.5 9.5" />)
export const SearchIcon = createIcon(
  <>
    <circle cx="7" cy="7" r="4.5" />
    <path d="m10.5 10.5 3 3" />
  </>,
)
export const ReactIcon = createIcon(
  <>
    <path d="M8.5 2.3a5.75 5.75 0 1 0 5.2 5.2M12.5 1.5v4m-2-2h4" />
    <path d="M5.6 9.25a2.6 2.6 0 0 0 4.8 0M6 6.25v.25m4-.25v.25" />
  </>,
)
export const TrashIcon = createIcon(
  <path d="M2.75 4.25h10.5M6.25 4V2.75h3.5V4m-5.5.5.5 8a1 1 0 0 0 1 .75h4.5a1 1 0 0 0 1-.75l.5-8" />,
)
export const RefreshIcon = createIcon(<path d="M13.25 2.75v3.5h-3.5M12.9 6.1a5.25 5.25 0 1 0 .3 2.5" />)
export const PeopleIcon = createIcon(
  <>
    <circle cx="6" cy="5.5" r="2.5" />
    <path d="M1.75 13a4.25 4.25 0 0 1 8.5 0M10.5 3.25a2.5 2.5 0 0 1 0 4.5M12 9.3A4.25 4.25 0 0 1 14.25 13" />
  </>,
)
export const PinIcon = createIcon(<path d="M6 2.5h4l-.5 4 2.5 2.5v1.5H4V9l2.5-2.5-.5-4ZM8 10.5V14" />)
export const MoreIcon = createIcon(<path d="M3.5 8h.01M8 8h.01M12.5 8h.01" strokeWidth="2.25" />)
export const ThumbUpIcon = createIcon(
  <path d="M5 7.25 7.6 2.4a.9.9 0 0 1 .8-.4 1.4 1.4 0 0 1 1.3 1.75L9.2 6h2.9a1.4 1.4 0 0 1 1.37 1.7l-.95 4.4A1.75 1.75 0 0 1 10.8 13.5H5m0-6.25v6.25m0-6.25H3.25a.75.75 0 0 0-.75.75v4.75c0 .41.34.75.75.75H5" />,
)
export const ThumbDownIcon = createIcon(
  <path d="M5 8.75 7.6 13.6a.9.9 0 0 0 .8.4 1.4 1.4 0 0 0 1.3-1.75L9.2 10h2.9a1.4 1.4 0 0 0 1.37-1.7l-.95-4.4a1.75 1.75 0 0 0-1.72-1.4H5m0 6.25V2.5m0 6.25H3.25A.75.75 0 0 1 2.5 8V3.25c0-.41.34-.75.75-.75H5" />,
)
export const BoltIcon = createIcon(<path d="M8.75 1.75 3.5 9h4l-.25 5.25L12.5 7h-4l.25-5.25Z" />)
export const ClipIcon = createIcon(
  <path d="m13 7.25-5.1 5.1a3.1 3.1 0 0 1-4.4-4.4l5.35-5.3a2.1 2.1 0 0 1 2.95 2.95L6.5 10.9a1.05 1.05 0 0 1-1.5-1.5l4.75-4.7" />,
)
export const BellIcon = createIcon(
  <path d="M4 7a4 4 0 0 1 8 0c0 3 1.25 4.25 1.25 4.25H2.75S4 10 4 7Zm2.5 6.5a1.6 1.6 0 0 0 3 0" />,
)
export const MutedIcon = createIcon(
  <path d="M5.2 4.15A4 4 0 0 1 12 7c0 1 .14 1.8.33 2.45M10.5 11.25H2.75S4 10 4 7m2.5 6.5a1.6 1.6 0 0 0 3 0M2.5 2.5l11 11" />,
)
