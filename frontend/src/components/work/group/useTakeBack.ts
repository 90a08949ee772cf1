import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, api, messageOf } from "@/lib/api";

/** Takes back what was reported of somebody of the group; answers whether it was. The lists are read again either way. */
export function useTakeBack() {
  const client = useQueryClient();
  const [problem, setProblem] = useState("");
  const takeBack = async (memberId: number, orderId: string): Promise<boolean> => {
    setProblem("");
    let done = false;
    try {
      await api.post("/api/v1/withdraw-change", { member_id: memberId, order_id: orderId });
      done = true;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setProblem(messageOf(error));
    }
    const lists = ["group-people", "team-requests"];
    await Promise.all(lists.map((list) => client.invalidateQueries({ queryKey: [list] })));
    return done;
  };
  return { problem, takeBack };
}
