import type { ViewerChannel } from 'rivulet/feedProtocol'
import { notifyGroups } from '#activity/notifyGroups.tsx'
import { announce } from '#announcer/announce.ts'
import { openChannelDialog } from '#channels/dialogs/openDialog.ts'
import { mayOpenBeside, openBeside } from '#conversations/beside/openBeside.ts'
import { directPartnerOf, isNamedChannel } from '#names/channelTitle.ts'
import { toPath } from '#routing/route.ts'
import { sectionOf } from '#sidebar/arranged/arrangement.ts'
import { closeConversation, leaveChannel } from '#store/client/closeConversation.ts'
import { stopKeepingUnread } from '#store/client/markUnread.ts'
import { markRead } from '#store/client/pageReadMarks.ts'
import { countUnread } from '#store/workspace/unread.ts'
import type { Workspace } from '#store/workspace/workspace.ts'
import { BellIcon, CheckIcon, CloseIcon, MutedIcon } from '#ui/icons.tsx'
import { LinkIcon } from '#ui/lateIcons.tsx'
import { ChosenMark } from '#ui/menu/ChosenMark.tsx'
import type { MenuGroups, MenuItem } from '#ui/menu/menuItems.ts'
import { t } from '#words/t.ts'
import { moveChannel } from './moves.ts'
import { orTell, sidebarError } from './sidebarError.ts'
import { BesideIcon, DownIcon, LeaveIcon, SectionIcon, UpIcon } from './rowIcons.tsx'

type Row = {
  channel: ViewerChannel
  state: Workspace
  /** The channels before and after it where it is shown, and the one after that. */
  above: string | undefined
  below: string | undefined
  afterBelow: string | undefined
}

/** [SDB-3] What can be done with a channel in the sidebar. */
export function rowGroups({ channel, state, above, below, afterBelow }: Row): MenuGroups {
  const { id } = channel
  const section = sectionOf(state.sidebar, id)
  const unread = state.keptUnread[id] || countUnread(channel).unread > 0
  const agent = directPartnerOf(channel, state)
  const moves: MenuItem[] = section
    ? [
        ...(above
          ? [
              {
                key: 'up',
                label: t('Move up'),
                icon: <UpIcon />,
                onSelect: () => orTell(moveChannel(id, section, above)),
              },
            ]
          : []),
        ...(below
          ? [
              {
                key: 'down',
                label: t('Move down'),
                icon: <DownIcon />,
                onSelect: () => orTell(moveChannel(id, section, afterBelow)),
              },
            ]
          : []),
      ]
    : []
  return [
    {
      items: [
        ...(unread
          ? [{ key: 'read', label: t('Mark as read'), icon: <CheckIcon />, onSelect: () => readAll(id) }]
          : []),
        {
          key: 'notify',
          label: t('Notifications'),
          icon: channel.muted ? <MutedIcon /> : <BellIcon />,
          groups: notifyGroups(channel, state.preferences, (text) => sidebarError.setState({ text })),
        },
        {
          key: 'section',
          label: t('Move to section'),
          icon: <SectionIcon />,
          groups: sectionGroups(id, state, section),
        },
        ...moves,
        ...(agent && mayOpenBeside(agent)
          ? [
              {
                key: 'beside',
                label: t('Open beside'),
                icon: <BesideIcon />,
                onSelect: () => orTell(openBeside(agent.id)),
              },
            ]
          : []),
      ],
    },
    {
      items: [
        ...(globalThis.navigator?.clipboard
          ? [{ key: 'link', label: t('Copy link'), icon: <LinkIcon />, onSelect: () => orTell(copyLink(id)) }]
          : []),
        ...(isNamedChannel(channel)
          ? channel.general
            ? []
            : [
                {
                  key: 'leave',
                  label: t('Leave channel'),
                  icon: <LeaveIcon />,
                  onSelect: () => orTell(leaveChannel(id)),
                },
              ]
          : [
              {
                key: 'close',
                label: t('Close conversation'),
                icon: <CloseIcon />,
                onSelect: () => orTell(closeConversation(id)),
              },
            ]),
      ],
    },
  ]
}

function sectionGroups(id: string, state: Workspace, current: string | undefined): MenuGroups {
  const choices = (state.sidebar?.sections ?? []).map(({ id: section, name }) => ({
    key: section,
    label: name,
    icon: <ChosenMark chosen={section === current} />,
    checked: section === current,
    onSelect: () => {
      if (section !== current) orTell(moveChannel(id, section))
    },
  }))
  const add = {
    key: 'new',
    label: t('New section…'),
    onSelect: () => openChannelDialog({ kind: 'section', holds: id }),
  }
  const out = { key: 'out', label: t('Out of the section'), onSelect: () => orTell(moveChannel(id)) }
  return [...(choices.length > 0 ? [{ items: choices }] : []), { items: [add, ...(current ? [out] : [])] }]
}

function readAll(id: string): void {
  stopKeepingUnread(id)
  markRead(id)
  announce(t('Marked as read.'))
}

async function copyLink(channel: string): Promise<string | undefined> {
  try {
    await navigator.clipboard.writeText(location.origin + toPath({ channel }))
  } catch {
    return t('The browser did not let the link be copied.')
  }
  announce(t('Copied'))
  return undefined
}
