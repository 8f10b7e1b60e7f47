import { describe, expect, test } from 'vitest'
import { readMessages, stateOf } from './event-message.js'
import { categoryOf, isHousekeeping, plainTopic } from './event-topic.js'
import { readTopics } from './event-topics.js'
import { child, readXml } from './read-xml.js'

const bodyOf = (inner: string) =>
  child(readXml(`<s:Envelope><s:Body>${inner}</s:Body></s:Envelope>`, 1 << 20), 'Envelope', 'Body')

const messagesOf = (message: string, topic = 'tns1:VideoSource/MotionAlarm') =>
  readMessages(
    bodyOf(
      `<tev:PullMessagesResponse><wsnt:NotificationMessage><wsnt:Topic Dialect="x">${topic}</wsnt:Topic><wsnt:Message>${message}</wsnt:Message></wsnt:NotificationMessage></tev:PullMessagesResponse>`,
    ),
  )
const item = (name: string, value: string) => `<tt:SimpleItem Name="${name}" Value="${value}"/>`
const dataOf = (...items: [string, string][]) =>
  messagesOf(`<tt:Message><tt:Data>${items.map((one) => item(...one)).join('')}</tt:Data></tt:Message>`)[0]

describe('a message', () => {
  test('is read with its source, key and data', () => {
    const read = messagesOf(
      `<tt:Message UtcTime="2026-01-15T12:00:00Z" PropertyOperation="Changed"><tt:Source>${item('Lens', 'a')}</tt:Source>` +
        `<tt:Key>${item('ObjectId', '7')}</tt:Key><tt:Data>${item('A', '1')}${item('B', '2')}</tt:Data></tt:Message>`,
    )
    expect(read).toEqual([
      {
        topic: 'tns1:VideoSource/MotionAlarm',
        utcTime: '2026-01-15T12:00:00Z',
        operation: 'changed',
        source: [
          { name: 'Lens', value: 'a' },
          { name: 'ObjectId', value: '7' },
        ],
        data: [
          { name: 'A', value: '1' },
          { name: 'B', value: '2' },
        ],
      },
    ])
  })

  test.each([
    ['no Data', '<tt:Message UtcTime="x"/>'],
    ['no inner Message', ''],
    ['Data without items', '<tt:Message><tt:Data/></tt:Message>'],
  ])('is read though it has %s', (_name, message) => {
    expect(messagesOf(message)).toMatchObject([{ operation: null, data: [] }])
  })

  test('holds no line breaks, and no more than fits', () => {
    const [read] = messagesOf(
      `<tt:Message><tt:Data>${item('State', `x&#10;level=error ${'y'.repeat(1000)}`)}</tt:Data></tt:Message>`,
      `tns1:A&#13;&#10;camera.online${'z'.repeat(1000)}`,
    )
    expect(read?.topic).toHaveLength(200)
    expect(read?.data[0]?.value).toHaveLength(200)
    expect(`${read?.topic}${read?.data[0]?.value}`).not.toMatch(/[\r\n]/)
  })

  test('without a topic is left out, and no more than two hundred are read', () => {
    expect(messagesOf('', '')).toEqual([])
    const one = '<NotificationMessage><Topic>a</Topic></NotificationMessage>'
    expect(
      readMessages(bodyOf(`<PullMessagesResponse>${one.repeat(300)}</PullMessagesResponse>`)),
    ).toHaveLength(200)
  })
})

describe('the state in a message', () => {
  test.each<[string, string, boolean | null]>([
    ['IsMotion', 'true', true],
    ['IsMotion', 'True', true],
    ['IsMotion', '1', true],
    ['IsMotion', '0', false],
    ['State', 'active', true],
    ['State', 'inactive', false],
    ['LogicalState', ' on ', true],
    ['IsInside', 'false', false],
    ['IsSoundDetected', 'true', true],
    ['Value', '1', true],
    ['Anything', 'true', true],
    ['ObjectId', '1', null],
    ['Count', '0', null],
    ['State', '37.5', null],
    ['Enabled', 'true', null],
  ])('%s=%j', (name, value, state) => {
    const message = dataOf([name, value])
    expect(message && stateOf(message)).toBe(state)
  })

  test('is true where one of several names says so', () => {
    const message = dataOf(['Enabled', 'true'], ['IsMotion', 'false'], ['IsPeople', 'true'])
    expect(message && stateOf(message)).toBe(true)
  })
})

describe('a topic', () => {
  test.each([
    ['tns1:RuleEngine/CellMotionDetector/Motion', 'motion'],
    ['tns1:VideoSource/MotionAlarm//.', 'motion'],
    ['tns1:VideoSoure/tns1:MotionAlarm', 'motion'],
    ['tnsaxis:CameraApplicationPlatform/VMD/Camera1Profile1', 'motion'],
    ['tns1:VideoAnalytics/Motion', 'motion'],
    ['tns1:UserAlarm/IVA/HumanShapeDetect', 'analytics_object'],
    ['tns1:RuleEngine/TPSmartEventDetector/TPSmartEvent', 'analytics_object'],
    ['tns1:RuleEngine/MyRuleDetector/PeopleDetect', 'analytics_object'],
    ['tns1:RuleEngine/MyRuleDetector/VehicleDetect', 'analytics_object'],
    ['tns1:RuleEngine/MyRuleDetector/Visitor', 'io'],
    ['tns1:RuleEngine/LineDetector/Crossed', 'line_crossing'],
    ['tns1:RuleEngine/CrossLineDetector/Cross', 'line_crossing'],
    ['tns1:RuleEngine/FieldDetector/ObjectsInside', 'intrusion'],
    ['tns1:RuleEngine/IntrusionDetector/Intrusion', 'intrusion'],
    ['tns1:RuleEngine/TamperDetector/Tamper', 'tamper'],
    ['tns1:VideoSource/GlobalSceneChange/ImagingService', 'tampering_scene'],
    ['tns1:VideoSource/ImageTooDark/AnalyticsService', 'tampering_scene'],
    ['tns1:AudioAnalytics/Audio/DetectedSound', 'audio'],
    ['tns1:Device/Trigger/DigitalInput', 'io'],
    ['maker:Nobody/Has/Heard/Of', 'other'],
    ['', 'other'],
  ])('%s means %s', (topic, category) => {
    expect(categoryOf(topic)).toBe(category)
  })

  test('is compared without prefixes, blanks, tails and the common misspelling', () => {
    expect(plainTopic(' tns1:VideoSoure / foo:MotionAlarm//. ')).toBe('VideoSource/MotionAlarm')
    expect(isHousekeeping('tns1:Monitoring/ProcessorUsage')).toBe(true)
    expect(isHousekeeping('tns1:VideoSource/MotionAlarm')).toBe(false)
  })

  test('is announced as a path of elements', () => {
    const set =
      '<wstop:TopicSet><tns1:RuleEngine><CellMotionDetector><Motion wstop:topic="true"><tt:MessageDescription IsProperty="true"/></Motion></CellMotionDetector></tns1:RuleEngine>' +
      '<tns1:VideoSource><MotionAlarm><tt:MessageDescription/></MotionAlarm></tns1:VideoSource></wstop:TopicSet>'
    expect(
      readTopics(bodyOf(`<tev:GetEventPropertiesResponse>${set}</tev:GetEventPropertiesResponse>`)),
    ).toEqual(['RuleEngine/CellMotionDetector/Motion', 'VideoSource/MotionAlarm'])
    expect(readTopics(bodyOf('<tev:GetEventPropertiesResponse/>'))).toEqual([])
  })

  test('is none where it is far too long for one', () => {
    const topic = (name: string) => `<${name} topic="true"/>`
    const set = `<wstop:TopicSet>${topic(`a${'b'.repeat(300)}`)}${topic('Motion')}</wstop:TopicSet>`
    expect(
      readTopics(bodyOf(`<tev:GetEventPropertiesResponse>${set}</tev:GetEventPropertiesResponse>`)),
    ).toEqual(['Motion'])
  })
})
