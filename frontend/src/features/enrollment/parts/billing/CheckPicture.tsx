import { Trans, useLingui } from "@lingui/react/macro";
import s from "./Billing.module.css";

/**
 * An example of a check: where the numbers stand. The field that has the focus marks its place (Billing.module.css).
 * Phones have a drawing of their own, the torn-off lower part, so that its digits stay readable.
 */
export function CheckPicture() {
  const { t } = useLingui();
  const label = t`An example of a check. On its bottom line, from left: the nine digits of the routing number, the account number, the check number.`;
  return (
    <figure className={s.check}>
      <svg className="only-d" viewBox="0 0 540 236" role="img" aria-label={label}>
        <rect className={s.paper} x="1" y="1" width="538" height="202" rx="6" />
        <text x="22" y="32" fontSize="14" fontWeight="600">
          {t`Your name`}
        </text>
        <text className={s.faint} x="22" y="50" fontSize="12">
          {t`Your street and city`}
        </text>
        <text className={s.faint} x="500" y="32" fontSize="14" textAnchor="end">
          1024
        </text>
        <path className={s.ruled} d="M392 58h126M78 92h330M22 120h386M22 152h150M330 152h188" />
        <text className={s.faint} x="384" y="58" fontSize="11" textAnchor="end">
          {t`Date`}
        </text>
        <text className={s.faint} x="22" y="92" fontSize="11">
          {t`Pay to`}
        </text>
        <rect className={s.ruled} x="424" y="74" width="94" height="26" rx="3" />
        <text className={s.faint} x="433" y="92" fontSize="14">
          $
        </text>
        <rect className={s.atBank} x="16" y="128" width="96" height="22" rx="4" />
        <text x="22" y="143" fontSize="12" fontWeight="600">
          {t`Your bank`}
        </text>
        <rect className={s.atRouting} x="20" y="163" width="160" height="32" rx="5" />
        <rect className={s.atAccount} x="204" y="163" width="150" height="32" rx="5" />
        <text className={s.micr} x="30" y="186">
          123456789
        </text>
        <text className={s.micr} x="214" y="186">
          000987654
        </text>
        <text className={`${s.micr} ${s.faint}`} x="396" y="186">
          1024
        </text>
        <path className={s.leader} d="M100 195v16M279 195v16" />
        <text x="20" y="228" fontSize="15" fontWeight="600">
          {t`Routing number, 9 digits`}
        </text>
        <text x="232" y="228" fontSize="15" fontWeight="600">
          {t`Account number`}
        </text>
        <text className={s.faint} x="518" y="228" fontSize="13" textAnchor="end">
          {t`Check no., not needed`}
        </text>
      </svg>
      <svg className="only-m" viewBox="0 0 318 172" role="img" aria-label={label}>
        <path
          className={s.paper}
          d="M1 8c20-8 34 7 53 0s34 7 53 0 34 7 53 0 34 7 53 0 34 7 53 0 34 7 51 0v106a6 6 0 0 1-6 6H7a6 6 0 0 1-6-6z"
        />
        <path className={s.ruled} d="M14 36h200M14 68h92M190 68h114" />
        <rect className={s.ruled} x="232" y="22" width="72" height="22" rx="3" />
        <text className={s.faint} x="240" y="38" fontSize="13">
          $
        </text>
        <rect className={s.atBank} x="9" y="46" width="72" height="20" rx="4" />
        <text x="14" y="60" fontSize="12" fontWeight="600">
          {t`Your bank`}
        </text>
        <rect className={s.atRouting} x="10" y="82" width="108" height="28" rx="5" />
        <rect className={s.atAccount} x="128" y="82" width="104" height="28" rx="5" />
        <text className={s.micr} x="18" y="101">
          123456789
        </text>
        <text className={s.micr} x="134" y="101">
          000987654
        </text>
        <text className={`${s.micr} ${s.faint}`} x="254" y="101">
          1024
        </text>
        <path className={s.leader} d="M64 110v18M180 110v18" />
        <text x="10" y="146" fontSize="14" fontWeight="600">
          {t`Routing number`}
        </text>
        <text className={s.faint} x="10" y="164" fontSize="13">
          {t`9 digits`}
        </text>
        <text x="138" y="146" fontSize="14" fontWeight="600">
          {t`Account number`}
        </text>
        <text className={s.faint} x="138" y="164" fontSize="13">
          {t`up to 17 digits`}
        </text>
      </svg>
      <figcaption>
        <Trans>
          No checks? Both numbers are in your bank's app under account details, and on every statement.
        </Trans>
      </figcaption>
    </figure>
  );
}
