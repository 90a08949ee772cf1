import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Segmented } from "@/components/form/Choices";
import { Banner } from "@/components/ui/Banner";
import { Dialog } from "@/components/ui/Dialog";
import { Disclosure } from "@/components/ui/Disclosure";
import { bootstrap, type HowTo } from "@/lib/bootstrap";
import { type Audience, languageName, videosIn } from "./pick";
import s from "./Videos.module.css";

async function readWords(address: string, signal: AbortSignal): Promise<string[]> {
  const answer = await fetch(address, { signal });
  if (!answer.ok) throw new Error(String(answer.status));
  return (await answer.text()).split(/\r?\n\s*\n/).filter((part) => part.trim());
}

function Transcript({ address, language }: { address: string; language: string }) {
  const [open, setOpen] = useState(false);
  const { data, isError } = useQuery({
    queryKey: ["transcript", address],
    queryFn: ({ signal }) => readWords(address, signal),
    enabled: open,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <Disclosure summary={<Trans>Transcript</Trans>} onOpen={() => setOpen(true)}>
      <div className={s.words} lang={language} aria-busy={open && !data && !isError}>
        {data?.map((part) => (
          <p key={part}>{part}</p>
        ))}
        {isError && (
          <p>
            <Trans>We could not load the transcript. Close this and try again.</Trans>
          </p>
        )}
      </div>
    </Disclosure>
  );
}

function Player({ video }: { video: HowTo }) {
  const [failed, setFailed] = useState(false);
  return (
    <>
      <h3 className={s.title} lang={video.language}>
        {video.title}
      </h3>
      <video
        className={s.video}
        src={video.film}
        poster={video.poster || undefined}
        controls
        playsInline
        preload="metadata"
        onError={() => setFailed(true)}
      >
        <track
          kind="captions"
          src={video.captions}
          srcLang={video.language}
          label={languageName(video.language)}
        />
      </video>
      {failed && (
        <Banner tone="bad" live="alert">
          <Trans>We couldn't play the video. You can read its transcript instead.</Trans>
        </Banner>
      )}
      <Transcript address={video.transcript} language={video.language} />
    </>
  );
}

/** Videos that explain enrolling to members and employers, where the brand has them. */
export default function VideoDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useLingui();
  const videos = videosIn(i18n.locale, bootstrap.videos);
  const [audience, setAudience] = useState<Audience>(videos[0]?.audience ?? "member");
  const video = videos.find((video) => video.audience === audience);
  const names: Record<Audience, string> = { member: t`Member video`, employer: t`Employer video` };
  return (
    <Dialog title={t`How-to video`} wide onClose={onClose}>
      <div className={s.body}>
        {videos.length > 1 && (
          <Segmented
            label={t`Which video?`}
            name="audience"
            value={audience}
            options={videos.map((video) => ({ value: video.audience, label: names[video.audience] }))}
            onChange={(event) => setAudience(event.target.value as Audience)}
          />
        )}
        {video && <Player key={video.film} video={video} />}
      </div>
    </Dialog>
  );
}
