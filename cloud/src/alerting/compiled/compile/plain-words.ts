/** Words that say nothing of what an event must be like; they are passed over. */
const fillers = new Set(
  [
    'a,an,the,this,that,these,those,there,their,its,our,my,your,his,her,some,any,every,each,all,another',
    'i,we,you,it,they,me,us,them,please,alert,alerts,alarm,warn,warning,notify,notification,tell,inform,let,know,message',
    'send,ping,report,trigger,raise,rule,event,events,clip,clips,want,like,need,would,should,could,can,will,shall,to,be',
    'is,are,was,were,has,have,had,been,being,do,does,did,when,whenever,if,as,soon,once,while,where,which,who,whose',
    'of,on,in,at,by,from,for,with,near,into,inside,around,behind,outside,within,during,about,through,over,via,along',
    'see,sees,seen,seeing,spot,spotted,detect,detects,detected,detection,appear,appears,appearing,appeared,show,shows',
    'shown,visible,present,come,comes,coming,enter,enters,entering,entered,arrive,arrives,arriving,arrived,happens',
    'happen,happening,occurs,occur,found,find,stand,stands,standing,stay,stays,staying,remain,remains,move,moves,moving',
    'recorded,watch,look,looks,looking,observed,observe,camera,cameras,cam,site,sites,time,times,then,also,just,more',
    'anywhere,somewhere,everywhere,severity,confidence,only,both,either,hours,clock,longer,daily,always,ever,next,but,so,yet,someones,us,lasting,what,how,going,got,get,gets,here,am,pm,whenever,case,seconds,anytime,any time,kind,type,least,most',
  ]
    .join(',')
    .split(','),
)

/** Signs of a sentence. */
const signs = /^[.,;:!?()[\]"'“”„’…/&+-]$/u

export function isFiller(plain: string): boolean {
  return fillers.has(plain) || signs.test(plain)
}

/** Words before a place. */
export const placeWords = new Set(
  'at,in,on,near,by,behind,inside,outside,around,from,of,to,into,through,over,within,camera,cameras,cam,site,sites,above,past,beside'.split(
    ',',
  ),
)

/** Words that turn what follows into its contrary. */
export const negators: readonly (readonly [string, true])[] = [
  'no',
  'not',
  'without',
  'except',
  'except for',
  'except when',
  'excluding',
  'unless',
  'other than',
  'apart from',
  'but not',
  'never',
  'ignore',
  'ignoring',
  'neither',
  'nor',
].map((word) => [word, true] as const)

/** True for what joins or passes and is never the name or the appearance of a thing. */
export function isUnderstoodElsewhere(plain: string): boolean {
  return isFiller(plain) || plain === 'and' || plain === 'or' || negators.some(([word]) => word === plain)
}

const foreign: Readonly<Record<string, readonly string[]>> = {
  German:
    'der,das,und,oder,ein,eine,einen,einer,wenn,nachts,zwischen,uhr,ist,nicht,kein,keine,auf,mit,im,den,dem,wochenende,melde,jemand'.split(
      ',',
    ),
  French: 'le,les,des,une,est,et,ou,quand,entre,avec,sans,dans,la,du,nuit,si,quelqu,personne,heures'.split(
    ',',
  ),
  Spanish: 'el,los,las,una,cuando,entre,con,sin,noche,hay,si,por,persona,puerta,y,la,del,las'.split(','),
  Italian: 'il,lo,gli,una,quando,tra,con,senza,notte,nel,della,alla,persona,cancello,di,la'.split(','),
  Portuguese: 'os,uma,quando,entre,com,sem,noite,no,na,pessoa,portão,das,às,há'.split(','),
  Dutch: 'het,een,wanneer,tussen,met,zonder,nacht,bij,de,en,uur,als,persoon,iemand'.split(','),
}

const english = new Set(
  'the,a,an,at,and,or,when,if,between,after,before,no,without,on,with,is,are,any,more,than,least,during,not,except,for,alert,me,near,there'.split(
    ',',
  ),
)

/** The language in which a sentence seems to be, if it is not English. */
export function foreignLanguage(words: readonly string[]): string | undefined {
  const otherScript = words.some((word) => /\p{L}/u.test(word) && !/\p{Script=Latin}/u.test(word))
  const isEnglish = words.filter((word) => english.has(word)).length
  if (otherScript && isEnglish === 0) return 'another language than English'
  const [best] = Object.entries(foreign)
    .map(([language, known]) => ({ language, found: words.filter((word) => known.includes(word)).length }))
    .toSorted((a, b) => b.found - a.found)
  return best && best.found >= 2 && best.found > isEnglish ? best.language : undefined
}
