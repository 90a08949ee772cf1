import { Route, Routes } from "react-router";
import BookPage from "./BookPage";
import ClientPage from "./ClientPage";

/** A rep's book of business, and one client of it. */
export default function BookRoutes() {
  return (
    <Routes>
      <Route index element={<BookPage />} />
      <Route path=":memberId" element={<ClientPage />} />
    </Routes>
  );
}
