import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { Dialog } from "@/components/ui/Dialog";
import { Icon } from "@/components/ui/Icon";
import { RichText } from "@/components/ui/RichText";
import { Bone, Loading } from "@/components/ui/State";
import { api } from "@/lib/api";
import { bootstrap, contact } from "@/lib/bootstrap";
import { getItem } from "@/lib/storage";
import s from "./About.module.css";

/** A rep's or group's own words; the brand's otherwise. */
async function readAbout(): Promise<string> {
  const { landing } = bootstrap;
  if (landing?.about) return landing.about;
  const agent = landing?.type === "agent" ? landing.id : getItem("agent_id");
  const group = landing?.type === "group" ? landing.id : getItem("group_id");
  if (agent) {
    const page = await api.get<{ agent_bio?: string }>("/api/v1/get-agent-about-page-info", {
      agent_id: agent,
    });
    return page?.agent_bio ?? "";
  }
  if (group) {
    const page = await api.get<{ gweb_aboutus?: string }>("/api/v1/get-group-about-page-info", {
      group_id: group,
    });
    return page?.gweb_aboutus ?? "";
  }
  return "";
}

export default function AboutDialog({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { name, phone, phoneHref, email, hours } = contact();
  const about = useQuery({ queryKey: ["about"], queryFn: readAbout, staleTime: 300_000 });
  return (
    <Dialog title={t`About ${name}`} onClose={onClose}>
      <div className={s.text}>
        {about.isLoading ? (
          <Loading className="stack-2">
            <Bone />
            <Bone width="80%" />
          </Loading>
        ) : about.data ? (
          <RichText text={about.data} />
        ) : (
          <p>
            <Trans>
              {name} helps people compare and buy dental, vision, life and other benefits online. Plans come
              from the carriers named on each page and are offered through a national association with over
              100,000 members.
            </Trans>
          </p>
        )}
      </div>
      <ul className={s.contact}>
        {phone && (
          <li>
            <Icon name="phone" />
            <a href={phoneHref}>{phone}</a>
          </li>
        )}
        {email && (
          <li>
            <Icon name="mail" />
            <a href={`mailto:${email}`}>{email}</a>
          </li>
        )}
        {hours && (
          <li>
            <Icon name="clock" />
            {hours}
          </li>
        )}
      </ul>
    </Dialog>
  );
}
