import { ownText } from '../../text/use-own-text.js'

/** Why a camera gives no pictures, in three words on its tile. */
export const useWhyText = ownText({
  en: {
    dns: 'Name not found',
    refused: 'Refuses the connection',
    timeout: 'Does not answer',
    auth: 'Wants its password',
    not_found: 'Path not found',
    codec: 'Sends no H.264',
    tls: 'Certificate not trusted',
    redirect: 'Sends us elsewhere',
    clock: 'Clock is wrong',
    not_rtsp: 'Speaks no RTSP',
    no_video: 'Sends no video',
    stream_limit: 'Too many streams',
    address: 'Address not allowed',
    protocol: 'Speaks RTSP badly',
  },
  de: {
    dns: 'Name nicht gefunden',
    refused: 'Weist uns ab',
    timeout: 'Antwortet nicht',
    auth: 'Verlangt ihr Passwort',
    not_found: 'Pfad nicht gefunden',
    codec: 'Sendet kein H.264',
    tls: 'Zertifikat nicht vertraut',
    redirect: 'Verweist anderswohin',
    clock: 'Uhr geht falsch',
    not_rtsp: 'Spricht kein RTSP',
    no_video: 'Sendet kein Video',
    stream_limit: 'Zu viele Streams',
    address: 'Adresse nicht erlaubt',
    protocol: 'Spricht RTSP fehlerhaft',
  },
})
