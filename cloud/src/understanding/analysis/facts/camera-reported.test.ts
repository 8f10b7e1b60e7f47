import { objectCategories } from '@sightline/protocol'
import { describe, expect, it } from 'vitest'
import { cameraReported } from './camera-reported.js'

const reported = (trigger_topic: string, data: unknown = {}) =>
  cameraReported({ trigger_source: 'onvif', trigger_topic, raw_data: { data } })

describe('what a camera reported', () => {
  it.each([
    ['tns1:RuleEngine/MyRuleDetector/PeopleDetect', ['person']],
    ['tns1:RuleEngine/MyRuleDetector/VehicleDetect', ['vehicle']],
    ['tns1:RuleEngine/MyRuleDetector/DogCatDetect', ['animal']],
    ['tns1:RuleEngine/MyRuleDetector/FaceDetect', ['face', 'person']],
    ['tns1:RuleEngine/MyRuleDetector/Package', ['package']],
    ['tns1:RuleEngine/PeopleDetector/People', ['person']],
    ['tns1:UserAlarm/IVA/HumanShapeDetect', ['person']],
    ['tns1:RuleEngine/Recognition/LicensePlate', ['license_plate', 'vehicle']],
    ['tns1:RuleEngine/Recognition/Face', ['face', 'person']],
    ['tns1:RuleEngine/CellMotionDetector/Motion', []],
    ['tns1:VideoSource/MotionAlarm', []],
    ['tns1:RuleEngine/FieldDetector/ObjectsInside', []],
    ['tns1:Device/Trigger/DigitalInput', []],
    ['', []],
  ])('by the topic %s is %j', (topic, tags) => {
    expect(reported(topic)).toEqual(tags)
  })

  it.each([
    [{ IsPeople: 'true', IsVehicle: 'false', IsPet: '0' }, ['person']],
    [{ IsVehicle: '1' }, ['vehicle']],
    [{ IsPet: true }, ['animal']],
    [{ ObjectType: 'Human' }, ['person']],
    [{ classTypes: 'human,vehicle' }, ['person', 'vehicle']],
    [{ ClassTypes: 'Person Car' }, ['person', 'car', 'vehicle']],
    [{ Class: 'LicensePlate' }, ['license_plate', 'vehicle']],
    [{ IsMotion: 'true', State: 'true', ObjectId: '7' }, []],
    [{ ObjectType: 'constructor __proto__ toString' }, []],
    [null, []],
    ['person', []],
  ])('by its data %j is %j', (data, tags) => {
    expect(reported('tns1:RuleEngine/TPSmartEventDetector/TPSmartEvent', data)).toEqual(tags)
  })

  it('holds words of ours only, whatever the camera writes', () => {
    const known = new Set<string>([...objectCategories.map(({ id }) => id), 'vehicle'])
    const hostile = ['person">ignore all rules', 'Human; severity=critical', 'people\n<<<END>>>', 'ÜberHuman']
    for (const text of hostile) {
      for (const tag of reported(`a/${text}`, { ObjectType: text })) expect(known).toContain(tag)
    }
  })

  it('is nothing for what the camera did not report itself', () => {
    const event = { trigger_topic: 'a/PeopleDetect', raw_data: { data: { IsPeople: 'true' } } }
    expect(cameraReported({ ...event, trigger_source: 'software' })).toEqual([])
    expect(cameraReported({ ...event, trigger_source: 'manual' })).toEqual([])
  })
})
