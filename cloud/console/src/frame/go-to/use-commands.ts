import { useNavigate } from '@tanstack/react-router'
import { useCameras } from '../../api/cameras.js'
import { usePause } from '../../api/pause.js'
import { useRecordNow } from '../../api/record.js'
import { session } from '../../session/session.js'
import { mayAs } from '../../session/session-user.js'
import { useUser } from '../../session/use-session.js'
import { languages } from '../../text/text.js'
import { useInboxText } from '../../text/use-inbox-text.js'
import { useText } from '../../text/use-text.js'
import { capsOf } from '../key-caps.js'
import { nextMorning } from '../next-morning.js'
import { openOver } from '../over-pages.js'
import { places } from '../places.js'
import { changeSettings, languageNames, themes } from '../settings-here.js'
import type { ShownEntry } from './entry.js'
import { useGoToText } from './use-go-to-text.js'

/** Pages and what can be done from anywhere. */
export function useCommands(): ShownEntry[] {
  const inbox = useInboxText()
  const { frame } = useText()
  const text = useGoToText()
  const { role } = useUser()
  const pause = usePause()
  const command = (name: string, icon: ShownEntry['icon'], act: () => void): ShownEntry => ({
    key: `do ${name}`,
    group: 'do',
    name,
    icon,
    goal: { kind: 'act', act },
  })
  return [
    ...places
      .filter(({ least }) => mayAs(role, least))
      .map(
        ({ to, name, icon, key }): ShownEntry => ({
          key: `page ${to}`,
          group: 'pages',
          name: frame[name],
          icon,
          hint: capsOf(`g ${key}`).join(' '),
          goal: { kind: 'href', href: to },
        }),
      ),
    {
      key: 'page inbox',
      group: 'pages',
      name: frame.inbox,
      icon: 'inbox',
      hint: 'G I',
      goal: { kind: 'href', href: '/inbox' },
    },
    {
      key: 'page ask',
      group: 'pages',
      name: text.askPage,
      icon: 'ask',
      goal: { kind: 'href', href: '/ask' },
    },
    ...(mayAs(role, 'operator')
      ? [
          {
            key: 'page add-cameras',
            group: 'pages' as const,
            name: text.addCameras,
            icon: 'plus' as const,
            goal: { kind: 'href' as const, href: '/cameras/add' },
          },
        ]
      : []),
    {
      key: 'page me',
      group: 'pages',
      name: frame.toMe,
      icon: 'person',
      goal: { kind: 'href', href: '/me' },
    },
    pause.until === null
      ? command(inbox.pauseUntilMorning, 'quiet', () => pause.set(nextMorning(new Date())))
      : command(inbox.tellAgain, 'alerts', () => pause.set(null)),
    ...themes.map((theme) => command(text.themes[theme], 'moon', () => changeSettings({ theme }))),
    ...languages.map((language) =>
      command(text.language(languageNames[language]), 'site', () => changeSettings({ language })),
    ),
    { ...command(frame.allKeys, 'keyboard', () => openOver('keys')), hint: '?' },
    command(frame.signOut, 'sign-out', () => void session.logout()),
  ]
}

/** What can be done with cameras; there may be a thousand, so it is offered by what is typed alone. */
export function useCameraCommands(typed: string): ShownEntry[] {
  const text = useGoToText()
  const { role } = useUser()
  const cameras = useCameras(null).data ?? []
  const record = useRecordNow()
  const navigate = useNavigate()
  if (typed.trim().length < 2) return []
  return cameras.flatMap(({ id, name, status }): ShownEntry[] => [
    ...(mayAs(role, 'operator') && status === 'online'
      ? [
          {
            key: `record ${id}`,
            camera: id,
            group: 'do' as const,
            name: text.recordAt(name),
            detail: text.forSeconds,
            icon: 'record' as const,
            goal: { kind: 'act' as const, act: () => record.mutate({ id, name }) },
          },
        ]
      : []),
    {
      key: `large ${id}`,
      camera: id,
      group: 'do',
      name: text.largeOnWall(name),
      icon: 'live',
      goal: { kind: 'act', act: () => void navigate({ to: '/live', search: { large: id } }) },
    },
  ])
}
