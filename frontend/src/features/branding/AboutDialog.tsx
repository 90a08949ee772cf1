import { Trans, useLingui } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { ContactItems } from "@/components/layout/ContactItems";
import { Dialog } from "@/components/ui/Dialog";
import { Icon } from "@/components/ui/Icon";
import { RichText } from "@/components/ui/RichText";
import { Loading, SkeletonBar } from "@/components/ui/State";
import { api } from "@/lib/api";
import { bootstrap, contact, type Language } from "@/lib/bootstrap";
import s from "./About.module.css";

/** The words of the rep or group whose page this is, as the name and phone beside them; "" for the brand's. */
async function readAbout(): Promise<string> {
  const { landing } = bootstrap;
  if (!landing || landing.about) return landing?.about ?? "";
  if (landing.type === "agent") {
    const page = await api.get("/api/v1/get-agent-about-page-info", {
      agent_id: landing.id,
    });
    return page?.agent_bio ?? "";
  }
  const page = await api.get("/api/v1/get-group-about-page-info", {
    group_id: landing.id,
  });
  return page?.gweb_aboutus ?? "";
}

export default function AboutDialog({ onClose }: { onClose: () => void }) {
  const { i18n, t } = useLingui();
  const { name, hours } = contact(i18n.locale);
  const [own] = bootstrap.marketing[i18n.locale as Language].about ?? [];
  const about = useQuery({ queryKey: ["about"], queryFn: readAbout, staleTime: 300_000 });
  return (
    <Dialog title={t`About ${name}`} onClose={onClose}>
      <div className={s.text}>
        {about.isLoading ? (
          <Loading className="stack-2">
            <SkeletonBar />
            <SkeletonBar width="80%" />
          </Loading>
        ) : about.data ? (
          <RichText text={about.data} />
        ) : (
          <p>
            {own ? (
              [own.title, own.text].filter(Boolean).join(" ")
            ) : (
              <Trans>
                {name} helps people compare and buy plans online. Plans come from the insurers named on each
                page.
              </Trans>
            )}
          </p>
        )}
      </div>
      <ul className={s.contact}>
        <ContactItems />
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
